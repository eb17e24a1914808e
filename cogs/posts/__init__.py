"""What Tidepool posts publicly or on its own initiative: boards, challenges and notices."""
