-- oldest program: 0075
-- Money that the office gives back by itself: who asked for it, and who looked at it over the limit.
create table office_refunds (
  id uuid primary key,
  kind text not null check (kind in ('purchase', 'order')),
  subject_id uuid not null,
  title text not null,
  line_ids uuid[] not null,
  fault text not null check (fault in ('buyer', 'seller')),
  reason text not null,
  amount_won bigint not null,
  state text not null check (state in ('waiting', 'done', 'refused', 'withdrawn')),
  asked_by uuid not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz
);
create unique index office_refunds_waiting on office_refunds (subject_id) where state = 'waiting';
create index office_refunds_state on office_refunds (state, asked_at, id);
create index office_refunds_subject on office_refunds (subject_id, asked_at);
