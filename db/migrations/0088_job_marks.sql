-- oldest program: 0075
-- What jobs are filtered by, so that any filters together are one look into one index.
create function hire_marks(kind text, pay_type text, day_times text[], short_term boolean)
  returns text[] language sql immutable parallel safe
  return array['kind:' || kind, 'pay:' || pay_type, case when short_term then 'short' else '' end] || day_times;
create index hire_posts_marks on hire_posts using gin (hire_marks(kind, pay_type, day_times, short_term));
create function seek_marks(pay_type text, day_times text[], short_term boolean)
  returns text[] language sql immutable parallel safe
  return array['pay:' || pay_type, case when short_term then 'short' else '' end] || day_times;
create index seek_posts_marks on seek_posts using gin (seek_marks(pay_type, day_times, short_term));
analyze hire_posts, seek_posts;
