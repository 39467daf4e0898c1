-- The jobs that failed for good, for the back office. The queue makes its tables itself, at the first start:
-- before that there are none.
create function failed_jobs()
returns table (id uuid, name text, tries integer, output jsonb, created_at timestamptz)
language plpgsql stable as $$
begin
  if to_regclass('jobs.job') is null then
    return;
  end if;
  return query execute
    'select j.id, j.name, j.retry_count + 1, j.output, j.created_on from jobs.job j where j.state = ''failed''';
end
$$;
