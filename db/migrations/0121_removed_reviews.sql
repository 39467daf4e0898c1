-- oldest program: 0075
-- without a transaction
-- Few of many reviews are taken down; without it the list of those walks all others.
create index concurrently if not exists reviews_removed on reviews (id) where removed_at is not null;
