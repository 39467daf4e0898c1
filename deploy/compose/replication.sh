#!/bin/sh
# Prepares the primary for its standby; PostgreSQL's image runs this once, on an empty volume.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replicator login replication password 'replicator';
select pg_create_physical_replication_slot('standby');
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
