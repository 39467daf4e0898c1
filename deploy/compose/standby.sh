#!/bin/sh
# Follows the primary of compose.yaml: copies it where there is nothing yet, and then replays what it writes.
set -eu
if [ ! -s "$PGDATA/standby.signal" ]; then
  # What a copy that was broken off left behind.
  find "$PGDATA" -mindepth 1 -delete
  chmod 0700 "$PGDATA"
  pg_basebackup --checkpoint=fast --wal-method=stream --slot=standby --write-recovery-conf --pgdata="$PGDATA" \
    --dbname="host=postgres user=replicator password=replicator application_name=standby"
fi
exec postgres -c hot_standby_feedback=on "$@"
