"""What a page sends with a question: no more is read than it needs."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

TOO_LONG = 413


async def read_body(request: Request, most: int) -> bytes:
    """At most `most` bytes. Raises HTTPException for more."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise HTTPException(TOO_LONG)
    return body
