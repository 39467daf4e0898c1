-- The shop: sellers, products with their variants, one payment over orders of several sellers, claims, and every won in a ledger.

create table sellers (
  user_id uuid primary key references users (id),
  state text not null check (state in ('applied', 'approved', 'rejected', 'suspended', 'terminated')),
  name text not null,
  intro text not null default '',
  business_name text not null,
  representative text not null,
  business_number text not null,
  mail_order_number text not null default '',
  phone text not null,
  email text not null,
  address text not null,
  -- The product's own stock (직접판매); all others are sold through an intermediary (중개).
  direct boolean not null default false,
  shipping_won integer not null default 3000 check (shipping_won between 0 and 100000),
  -- From this sum of one order on the parcel is free; null: never.
  free_from_won integer check (free_from_won > 0),
  return_won integer not null default 3000 check (return_won between 0 and 100000),
  -- Working days until a parcel is sent, at most 3 (전자상거래법 §15).
  dispatch_days integer not null default 1 check (dispatch_days between 0 and 3),
  -- Commission in hundredths of a percent; frozen into every line at its sale.
  commission_bps integer not null default 800 check (commission_bps between 0 and 5000),
  bank text not null default '',
  account_number text not null default '',
  account_holder text not null default '',
  decision_reason text not null default '',
  decided_by uuid,
  applied_at timestamptz not null default now(),
  decided_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index sellers_business on sellers (business_number) where state <> 'rejected';
create index sellers_queue on sellers (state, applied_at, user_id);

create table products (
  id uuid primary key,
  seller_id uuid not null references sellers (user_id),
  state text not null check (state in ('draft', 'proposed', 'published', 'rejected', 'hidden')),
  department text not null,
  title text not null,
  brand text not null default '',
  description text not null default '',
  option_label text not null default '',
  -- The lowest price among the variants that are for sale, kept by the shop's service.
  price_won integer not null check (price_won >= 100),
  list_price_won integer check (list_price_won > 0),
  discount_percent integer not null default 0 check (discount_percent between 0 and 99),
  free_shipping boolean not null default false,
  -- Made to order: no withdrawal on a change of mind, said before the purchase (전자상거래법 §17).
  made_to_order boolean not null default false,
  notice jsonb not null default '[]',
  deal_until timestamptz,
  decision_reason text not null default '',
  -- Counted anew by a subscriber after sales and reviews.
  sold integer not null default 0,
  review_count integer not null default 0,
  rating_sum integer not null default 0,
  rank real not null default 0,
  rating_rank real not null default 0,
  search_key text not null default '',
  published_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_seller on products (seller_id, created_at desc, id desc);
create index products_popular on products (rank desc, id desc) where state = 'published' and hidden_at is null;
create index products_department on products (department, rank desc, id desc) where state = 'published' and hidden_at is null;
create index products_newest on products (published_at desc, id desc) where state = 'published' and hidden_at is null;
create index products_price on products (price_won, id) where state = 'published' and hidden_at is null;
create index products_rating on products (rating_rank desc, id desc) where state = 'published' and hidden_at is null;
create index products_discount on products (discount_percent desc, id desc) where state = 'published' and hidden_at is null;
create index products_deals on products (deal_until) where deal_until is not null;
create index products_queue on products (updated_at, id) where state = 'proposed';

create table product_pictures (
  product_id uuid not null references products (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (product_id, position)
);
create index product_pictures_picture on product_pictures (picture_id);

create table variants (
  id uuid primary key,
  product_id uuid not null references products (id),
  name text not null default '',
  price_won integer not null check (price_won >= 100),
  stock integer not null constraint variants_stock check (stock >= 0),
  position integer not null default 0,
  -- No longer offered; lines that were sold keep pointing at it.
  retired_at timestamptz
);
create index variants_product on variants (product_id, position);

create table coupons (
  id uuid primary key,
  code text not null unique,
  name text not null,
  -- Null: over all sellers, at the platform's cost.
  seller_id uuid references sellers (user_id),
  kind text not null check (kind in ('amount', 'percent')),
  value integer not null check (value > 0),
  max_won integer check (max_won > 0),
  min_won integer not null default 0 check (min_won >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint coupons_percent check (kind = 'amount' or value <= 90)
);
create index coupons_seller on coupons (seller_id);
create index coupons_running on coupons (ends_at);

-- One payment over orders of one or several sellers.
create table order_groups (
  id uuid primary key,
  number text not null unique,
  buyer_id uuid not null references users (id),
  state text not null check (state in ('pending', 'waiting_deposit', 'paid', 'expired')),
  source text not null check (source in ('cart', 'direct')),
  recipient text not null default '',
  phone text not null default '',
  zonecode text not null default '',
  address text not null default '',
  address_detail text not null default '',
  request text not null default '',
  coupon_id uuid references coupons (id),
  items_won integer not null check (items_won > 0),
  shipping_won integer not null check (shipping_won >= 0),
  discount_won integer not null default 0 check (discount_won >= 0),
  total_won integer not null check (total_won > 0),
  consented_at timestamptz,
  -- Where money goes back to that came by deposit.
  refund_bank text not null default '',
  refund_account text not null default '',
  refund_holder text not null default '',
  expires_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_groups_sum check (total_won = items_won + shipping_won - discount_won)
);
create index order_groups_buyer on order_groups (buyer_id, created_at desc, id desc);
create index order_groups_expiring on order_groups (expires_at) where state in ('pending', 'waiting_deposit');
create index order_groups_coupon on order_groups (coupon_id);

create table coupon_uses (
  coupon_id uuid not null references coupons (id),
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null references order_groups (id) on delete cascade,
  used_at timestamptz not null,
  primary key (coupon_id, user_id)
);
create index coupon_uses_user on coupon_uses (user_id);
create index coupon_uses_group on coupon_uses (group_id);

create table shop_orders (
  id uuid primary key,
  group_id uuid not null references order_groups (id),
  seller_id uuid not null references sellers (user_id),
  buyer_id uuid not null references users (id),
  items_won integer not null check (items_won > 0),
  shipping_won integer not null check (shipping_won >= 0),
  discount_won integer not null default 0 check (discount_won >= 0),
  -- The terms of the parcel at the sale, for what falls away later.
  fee_won integer not null,
  free_from_won integer,
  return_won integer not null,
  refunded_won integer not null default 0,
  -- Fees of returns that stay with the seller.
  retained_won integer not null default 0 check (retained_won >= 0),
  -- What has gone to the seller's account.
  released_won integer not null default 0,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  constraint shop_orders_money check (refunded_won >= 0 and released_won >= 0 and refunded_won + released_won <= items_won + shipping_won - discount_won)
);
create index shop_orders_group on shop_orders (group_id);
create index shop_orders_seller on shop_orders (seller_id, created_at desc, id desc);
create index shop_orders_buyer on shop_orders (buyer_id, created_at desc, id desc);

create table order_lines (
  id uuid primary key,
  order_id uuid not null references shop_orders (id),
  seller_id uuid not null references sellers (user_id),
  product_id uuid not null references products (id),
  variant_id uuid not null references variants (id),
  title text not null,
  option_name text not null default '',
  picture_id uuid,
  unit_won integer not null check (unit_won >= 100),
  quantity integer not null check (quantity between 1 and 99),
  free_shipping boolean not null default false,
  made_to_order boolean not null default false,
  -- The line's share of the coupon, and how much of it the platform bears.
  discount_won integer not null default 0,
  platform_discount_won integer not null default 0,
  commission_won integer not null default 0,
  state text not null check (state in ('payment_waiting', 'paid', 'preparing', 'shipped', 'delivered', 'confirmed', 'cancelled', 'returned')),
  carrier text,
  tracking_number text,
  paid_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  -- Set once its pieces are back on the shelf, so that they come back once.
  restocked boolean not null default false,
  constraint order_lines_discount check (discount_won between 0 and unit_won * quantity and platform_discount_won between 0 and discount_won)
);
create index order_lines_order on order_lines (order_id, id);
create index order_lines_seller on order_lines (seller_id, state, paid_at);
create index order_lines_product on order_lines (product_id);
create index order_lines_variant on order_lines (variant_id);
create index order_lines_shipped on order_lines (shipped_at) where state = 'shipped';
create index order_lines_delivered on order_lines (delivered_at) where state = 'delivered';

create table line_events (
  id uuid primary key,
  line_id uuid not null references order_lines (id),
  move text not null,
  from_state text,
  to_state text not null,
  actor_role text not null check (actor_role in ('buyer', 'seller', 'admin', 'system')),
  actor_id uuid,
  at timestamptz not null
);
create index line_events_line on line_events (line_id, at);

create table claims (
  id uuid primary key,
  line_id uuid not null references order_lines (id),
  order_id uuid not null references shop_orders (id),
  seller_id uuid not null references sellers (user_id),
  buyer_id uuid not null references users (id),
  kind text not null check (kind in ('cancel', 'return', 'exchange')),
  state text not null check (state in ('requested', 'approved', 'rejected', 'collecting', 'collected', 'completed', 'withdrawn')),
  reason text not null,
  detail text not null default '',
  fault text not null check (fault in ('buyer', 'seller')),
  fee_won integer not null default 0 check (fee_won >= 0),
  decision_reason text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null
);
create unique index claims_open on claims (line_id) where state in ('requested', 'approved', 'collecting', 'collected');
create index claims_line on claims (line_id, created_at);
create index claims_order on claims (order_id);
create index claims_seller on claims (seller_id, state, created_at desc);
create index claims_buyer on claims (buyer_id);

create table claim_pictures (
  claim_id uuid not null references claims (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (claim_id, position)
);
create index claim_pictures_picture on claim_pictures (picture_id);

-- One attempt to pay a group; the id is the order id that the provider knows.
create table payments (
  id uuid primary key,
  group_id uuid not null references order_groups (id),
  buyer_id uuid not null references users (id),
  provider text not null check (provider in ('simulator', 'toss')),
  method text not null check (method in ('card', 'virtual_account', 'easy_pay')),
  amount_won integer not null check (amount_won > 0),
  state text not null check (state in ('READY', 'IN_PROGRESS', 'WAITING_FOR_DEPOSIT', 'DONE', 'ABORTED', 'EXPIRED', 'PARTIAL_CANCELED', 'CANCELED')),
  payment_key text unique,
  secret text,
  method_text text not null default '',
  bank text,
  account_number text,
  due_at timestamptz,
  receipt_url text,
  failure_code text,
  failure_message text,
  -- The provider has not said how it ended: it is asked again.
  unknown_at timestamptz,
  approved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payments_group on payments (group_id, created_at);
create index payments_buyer on payments (buyer_id);
create index payments_open on payments (updated_at) where state in ('READY', 'IN_PROGRESS', 'WAITING_FOR_DEPOSIT');
-- A group is paid once.
create unique index payments_charged on payments (group_id) where state in ('WAITING_FOR_DEPOSIT', 'DONE', 'PARTIAL_CANCELED', 'CANCELED');

create table refunds (
  id uuid primary key,
  group_id uuid not null references order_groups (id),
  -- Null: the whole payment came too late and goes back.
  order_id uuid references shop_orders (id),
  payment_id uuid not null references payments (id),
  amount_won integer not null check (amount_won > 0),
  reason text not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  bank text,
  account_number text,
  account_holder text,
  failure_code text,
  tries integer not null default 0,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_group on refunds (group_id, created_at);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where state = 'requested';

create table payouts (
  id uuid primary key,
  seller_id uuid not null references sellers (user_id),
  amount_won integer not null check (amount_won > 0),
  state text not null check (state in ('pending', 'processing', 'paid', 'failed')),
  bank text not null,
  account_number text not null,
  account_holder text not null,
  failure_reason text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payouts_seller on payouts (seller_id, created_at desc, id desc);
create index payouts_open on payouts (state, created_at);

-- Every posting moves money between accounts, so the sum of a posting, and of all, is 0.
create table ledger (
  id uuid primary key,
  posting text not null,
  kind text not null check (kind in ('payment', 'refund_due', 'refund', 'refund_back', 'sale', 'order_rest', 'payout', 'payout_returned')),
  account text not null check (account in ('outside', 'held', 'refunding', 'seller', 'platform')),
  amount_won integer not null check (amount_won <> 0),
  group_id uuid references order_groups (id),
  order_id uuid references shop_orders (id),
  line_id uuid references order_lines (id),
  seller_id uuid references sellers (user_id),
  payout_id uuid references payouts (id),
  at timestamptz not null,
  unique (posting, account)
);
create index ledger_group on ledger (group_id);
create index ledger_order on ledger (order_id);
create index ledger_line on ledger (line_id);
create index ledger_seller on ledger (seller_id, at desc, id desc);
create index ledger_payout on ledger (payout_id);

create table product_reviews (
  id uuid primary key,
  product_id uuid not null references products (id),
  line_id uuid not null unique references order_lines (id),
  author_id uuid not null references users (id),
  seller_id uuid not null references sellers (user_id),
  rating integer not null check (rating between 1 and 5),
  body text not null,
  option_name text not null default '',
  reply text,
  replied_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text not null default '',
  created_at timestamptz not null
);
create index product_reviews_product on product_reviews (product_id, created_at desc, id desc);
create index product_reviews_author on product_reviews (author_id);
create index product_reviews_seller on product_reviews (seller_id, created_at desc, id desc);

create table product_review_pictures (
  review_id uuid not null references product_reviews (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (review_id, position)
);
create index product_review_pictures_picture on product_review_pictures (picture_id);

create table product_questions (
  id uuid primary key,
  product_id uuid not null references products (id),
  seller_id uuid not null references sellers (user_id),
  asker_id uuid not null references users (id) on delete cascade,
  body text not null,
  -- Only the asker and the seller read it.
  secret boolean not null default false,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index product_questions_product on product_questions (product_id, created_at desc, id desc);
create index product_questions_seller on product_questions (seller_id, created_at desc, id desc);
create index product_questions_asker on product_questions (asker_id);

create table product_favorites (
  product_id uuid not null references products (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index product_favorites_product on product_favorites (product_id);

-- What the payment simulator remembers: payments as the provider would, and answers by idempotency key.
create table simulated_payments (
  payment_key text primary key,
  order_id text not null unique,
  payment jsonb not null,
  -- What the next confirmation or cancellation does: pays, or fails in a way somebody chose on its page.
  script text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table simulated_answers (
  key text not null,
  call text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (key, call)
);
