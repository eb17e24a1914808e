"""What Tidepool posts by itself or for everybody: boards, challenges, notices."""
