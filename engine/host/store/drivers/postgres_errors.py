"""The errors of a PostgreSQL connection, as the store's errors and as sentences for the administrator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import asyncpg

from engine.host.store.database import ConstraintError, StoreError, TableChangedError

MAX_READ_CONNECTIONS = 4
"""The largest number of connections that read."""
CONNECTION_ERRORS = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised if the server closed an idle connection
    OSError,  # includes TimeoutError
)
"""The errors of a connection that no longer works, or could not be opened."""
BUSY_ERRORS = (
    asyncpg.TooManyConnectionsError,
    asyncpg.LockNotAvailableError,
    asyncpg.ObjectNotInPrerequisiteStateError,  # "not currently accepting connections"
)
"""The errors of a server that works, and has no connection or lock for the bot at the moment."""


class ConnectionLostError(StoreError):
    """Raised when the server has closed the connection."""


def mask_password(address: str) -> str:
    """Return a name for a database that can be shown to people: its address without the password."""
    parts = urlsplit(address)
    return f"PostgreSQL {parts.hostname or 'on this machine'}{parts.path or '/'}"


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Raise the errors of the server and the driver as errors of the store.

    Raises:
        ConnectionLostError: The server has closed the connection.
        ConstraintError: A row violates a constraint.
        StoreError: The database cannot be used.
        TableChangedError: Another process changed the same rows.
    """
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise ConstraintError(str(error)) from error
    except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError) as error:
        raise TableChangedError from error
    except (asyncpg.PostgresError, *CONNECTION_ERRORS) as error:
        sentence = _describe_failure(name, error)
        if _is_connection_lost(error):
            raise ConnectionLostError(sentence, is_server_away=_is_server_away(error)) from error
        raise StoreError(
            sentence, is_disk_full=isinstance(error, asyncpg.DiskFullError), is_server_away=_is_server_away(error)
        ) from error


def _is_connection_lost(error: Exception) -> bool:
    # After a timeout the store does not ask again, because a player waits for the answer.
    if isinstance(error, asyncpg.DataError | TimeoutError):
        return False
    return isinstance(error, CONNECTION_ERRORS)


def _is_server_away(error: Exception) -> bool:
    if isinstance(error, ValueError):  # a wrong address
        return False
    return isinstance(error, (*CONNECTION_ERRORS, *BUSY_ERRORS))


def _describe_failure(name: str, error: BaseException) -> str:
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return f"{name} refuses the user or the password. Check [store] url, or the file that PGPASSFILE names."
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return f"{name} does not exist. Say: createdb, then start again, or check [store] url."
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return f"{name} does not let this user make or change tables ({error}). Make it the database's owner."
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return f"{name} can only be read: is it a stand-by? Point [store] url at the server that is written to."
    if isinstance(error, asyncpg.DiskFullError):
        return f"The disk that holds {name} is full. Make room, then try again."
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return f"{name} has no connection left. A process of the bot needs {MAX_READ_CONNECTIONS + 1}: raise max_connections."
    if isinstance(error, asyncpg.LockNotAvailableError):
        return f"{name} is locked by another program."
    if isinstance(error, CONNECTION_ERRORS):
        return f"{name} cannot be reached ({str(error) or type(error).__name__}). Is the server running? Check [store] url."
    return f"{name} refuses: {error}."
