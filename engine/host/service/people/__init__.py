"""Users and servers: settings, schedules, statistics, departures."""
