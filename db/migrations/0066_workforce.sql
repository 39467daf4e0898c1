-- oldest program: 0030
-- How many people a workplace has: from five on the premiums of 근로기준법 §56 are owed
-- (docs/decisions/082-wage-premiums.md). Null of posts before, and of private people.
alter table hire_posts add column workforce text
  check (workforce in ('under_five', 'five_or_more'));
