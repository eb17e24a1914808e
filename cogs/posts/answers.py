"""Tells challengers how a challenge by direct message was answered, because they cannot see its message."""

from cogs.posts.once import OncePoster
from cogs.texts.challenges import settled
from cogs.wire.failures import UNREACHABLE
from cogs.wire.languages import spoken_to
from matches.deliveries import Delivery


class AnswerPosts(OncePoster, kind="answer"):
    """Tells challengers by direct message that their challenge was declined."""

    gone = UNREACHABLE

    async def post(self, delivery: Delivery) -> None:
        """Tell the challenger, unless their direct messages are closed."""
        challenge = await self._service.challenges.of(delivery.subject)
        with spoken_to(challenge.challenger.id):
            text = settled(challenge)
        inbox = await self.inbox(challenge.challenger.id)
        await self.send_once(delivery, text, channel_id=inbox, since=challenge.created_at, silent=False)
