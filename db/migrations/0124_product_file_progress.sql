-- oldest program: 0075
-- Taking a file over is work of its own: when it was asked for, how many products are written, when it ended.
alter table product_files add column asked_at timestamptz;
alter table product_files add column done_count integer not null default 0;
alter table product_files add column finished_at timestamptz;
