-- What the back office reads and writes of the shop, and the orders of its lists.

-- How a claim went: who did what with it, when and why.
create table claim_events (
  id uuid primary key,
  claim_id uuid not null references claims (id) on delete cascade,
  move text not null,
  to_state text not null,
  actor_role text not null check (actor_role in ('buyer', 'seller', 'admin', 'system')),
  actor_id uuid,
  reason text not null default '',
  at timestamptz not null
);
create index claim_events_claim on claim_events (claim_id, at, id);

-- Of claims that were made before: when they were asked for, and the last thing that is known of them.
insert into claim_events (id, claim_id, move, to_state, actor_role, actor_id, at)
select gen_random_uuid(), id, 'request', 'requested', 'buyer', buyer_id, created_at from claims;
insert into claim_events (id, claim_id, move, to_state, actor_role, actor_id, reason, at)
select gen_random_uuid(), id,
  case state when 'approved' then 'approve' when 'rejected' then 'reject' when 'collecting' then 'collect' when 'collected' then 'receive' when 'completed' then 'complete' else 'withdraw' end,
  state, case when state = 'withdrawn' then 'buyer' else 'seller' end, case when state = 'withdrawn' then buyer_id else seller_id end, decision_reason, updated_at
from claims where state <> 'requested';

-- How often a refund was asked for: the provider answers the same asking in the same way, so what it refused is asked for anew.
alter table refunds add column asked integer not null default 1;
create index refunds_failed on refunds (created_at) where state = 'failed';

create index order_groups_newest on order_groups (created_at desc, id desc) where consented_at is not null;
create index order_groups_amount on order_groups (total_won desc, id desc) where consented_at is not null;
create index claims_longest on claims (created_at, id);

create index experts_applied on experts (applied_at, user_id);
create index experts_name on experts (name, user_id);
create index products_changed on products (state, updated_at, id);
create index products_state_price on products (state, price_won desc, id desc);
create index reviews_worst on reviews (rating, id);
create index job_appeals_filed on job_appeals (created_at, application_id);
create index articles_title on articles (kind, title, id);
