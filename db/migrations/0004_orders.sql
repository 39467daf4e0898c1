-- The main job: a request, its proposals, the one that is chosen, the work, its price, and the reviews of both sides.

create table orders (
  id uuid primary key,
  customer_id uuid not null references users (id),
  category text not null check (category in ('repair', 'interior', 'moving', 'demolition', 'installation')),
  -- The kind of work within the category, the first question of the request flow.
  service text not null,
  title text not null,
  description text not null default '',
  -- [{question, label, answer}] as asked and answered: later changes of the questions do not change a request.
  answers jsonb not null default '[]',
  region_code text not null,
  -- Shown only to the chosen expert.
  address text not null default '',
  contact_phone text not null default '',
  third_party_consent_at timestamptz,
  schedule text not null check (schedule in ('date', 'soon', 'flexible')),
  wanted_on date,
  budget_min_won integer check (budget_min_won >= 0),
  budget_max_won integer check (budget_max_won >= budget_min_won),
  state text not null check (state in ('draft', 'open', 'matched', 'in_progress', 'delivered', 'changes_requested', 'completed', 'disputed', 'cancelled', 'expired')),
  -- A request sent to one expert from their profile; others may propose as well.
  invited_expert_id uuid references experts (user_id) on delete set null,
  accepted_proposal_id uuid,
  expert_id uuid references experts (user_id),
  proposal_count integer not null default 0 check (proposal_count between 0 and 10),
  agreed_won integer check (agreed_won >= 0),
  cancel_reason text not null default '',
  cancelled_by uuid,
  opened_at timestamptz,
  expires_at timestamptz,
  matched_at timestamptz,
  started_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_chosen check ((accepted_proposal_id is null) = (expert_id is null))
);
create index orders_customer on orders (customer_id, created_at desc, id desc);
create index orders_expert on orders (expert_id, state, matched_at desc, id desc) where expert_id is not null;
create index orders_board_newest on orders (opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index orders_board_category on orders (category, opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index orders_board_region on orders (region_code, opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index orders_expiring on orders (expires_at) where state = 'open';
create index orders_delivered on orders (delivered_at) where state = 'delivered';
create index orders_prices on orders (category, service, agreed_won) where agreed_won is not null and state <> 'cancelled';
create index orders_admin on orders (created_at desc, id desc);

create table order_photos (
  order_id uuid not null references orders (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  kind text not null check (kind in ('site', 'after')),
  position integer not null,
  primary key (order_id, kind, position)
);
create index order_photos_picture on order_photos (picture_id);

create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  move text not null,
  from_state text,
  to_state text,
  actor_id uuid,
  actor_role text not null check (actor_role in ('customer', 'expert', 'admin', 'system')),
  note text not null default '',
  at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, at, id);

create table proposals (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  expert_id uuid not null references experts (user_id),
  state text not null check (state in ('sent', 'viewed', 'accepted', 'declined', 'withdrawn', 'expired', 'not_selected')),
  version integer not null default 1 check (version > 0),
  -- [{name, quantity, unit, unitPriceWon}]
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  included text[] not null default '{}',
  excluded text[] not null default '{}',
  extra_charge_rule text not null default '',
  total_won integer not null check (total_won >= 0),
  valid_until timestamptz not null,
  earliest_start date not null,
  days integer not null check (days between 1 and 365),
  warranty_months integer not null check (warranty_months between 0 and 120),
  site_visit_needed boolean not null default false,
  site_visit_fee_won integer not null default 0 check (site_visit_fee_won >= 0),
  message text not null,
  decline_reason text not null default '',
  sent_at timestamptz not null,
  viewed_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint proposals_one_per_expert unique (order_id, expert_id)
);
create unique index proposals_one_accepted on proposals (order_id) where state = 'accepted';
create index proposals_expert on proposals (expert_id, created_at desc, id desc);
create index proposals_expiring on proposals (valid_until) where state in ('sent', 'viewed');
alter table orders add constraint orders_accepted_proposal foreign key (accepted_proposal_id) references proposals (id) deferrable initially deferred;

create table proposal_versions (
  proposal_id uuid not null references proposals (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  at timestamptz not null default now(),
  primary key (proposal_id, version)
);

create table change_orders (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  expert_id uuid not null references experts (user_id),
  state text not null check (state in ('proposed', 'accepted', 'rejected')),
  title text not null,
  reason text not null,
  amount_won integer not null check (amount_won > 0),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index change_orders_order on change_orders (order_id, created_at);
create unique index change_orders_one_open on change_orders (order_id) where state = 'proposed';

-- A customer's rating of the expert: one per completed order.
create table reviews (
  id uuid primary key,
  order_id uuid not null references orders (id),
  expert_id uuid not null references experts (user_id),
  customer_id uuid not null references users (id),
  category text not null,
  rating integer not null check (rating between 1 and 5),
  finish integer not null check (finish between 1 and 5),
  price_match integer not null check (price_match between 1 and 5),
  punctuality integer not null check (punctuality between 1 and 5),
  kindness integer not null check (kindness between 1 and 5),
  tags text[] not null default '{}',
  body text not null,
  photo_count integer not null default 0,
  paid_won integer,
  reply text,
  replied_at timestamptz,
  publish_at timestamptz not null,
  published_at timestamptz,
  edited_at timestamptz,
  removed_at timestamptz,
  removed_reason text not null default '',
  created_at timestamptz not null default now(),
  constraint reviews_one_per_order unique (order_id)
);
create index reviews_expert on reviews (expert_id, published_at desc, id desc) where published_at is not null;
create index reviews_category on reviews (category, published_at desc, id desc) where published_at is not null and removed_at is null;
create index reviews_newest on reviews (published_at desc, id desc) where published_at is not null and removed_at is null;
create index reviews_due on reviews (publish_at) where published_at is null;
create index reviews_customer on reviews (customer_id, created_at desc);

create table review_photos (
  review_id uuid not null references reviews (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (review_id, position)
);

create table review_versions (
  review_id uuid not null references reviews (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  at timestamptz not null default now(),
  primary key (review_id, version)
);

-- The expert's word about the customer, in the same order.
create table customer_reviews (
  order_id uuid primary key references orders (id),
  expert_id uuid not null references experts (user_id),
  customer_id uuid not null references users (id),
  rating integer not null check (rating between 1 and 5),
  body text not null default '',
  created_at timestamptz not null default now()
);
create index customer_reviews_customer on customer_reviews (customer_id);
