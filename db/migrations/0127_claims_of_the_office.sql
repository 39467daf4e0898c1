-- oldest program: 0075
-- without a transaction
-- Claims by a part of what was bought; those whose copy is missing; those of one kind; the few under way.
create index concurrently if not exists claims_title_pairs on claims using gin (text_pairs(title));
create index concurrently if not exists claims_untitled on claims (id) where title is null;
create index concurrently if not exists claims_kind on claims (kind, state, created_at, id);
create index concurrently if not exists claims_working on claims (created_at, id)
  where state in ('approved', 'collecting', 'collected');
