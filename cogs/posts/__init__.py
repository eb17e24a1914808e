"""What Tidepool posts without being asked or for everybody: boards, challenges, notices."""
