/**
 * A large town: the demo town copied hundreds of times inside the database, with ids, references and times of
 * each copy changed alike, and prices of their own. Shops are not copied, so that each has as many more
 * products and sales.
 */
import type postgres from "postgres"

/**
 * How many towns' worth of rows each table gets; BENCH_TOWN=0.1 makes a tenth of them. What belongs together
 * has the same number, so that references of a copy lead to the rows of the same copy.
 */
const share = Number(process.env.BENCH_TOWN ?? 1)
/** Of requests and purchases apart from the rest, where BENCH_ORDERS says so. */
const orderShare = Number(process.env.BENCH_ORDERS ?? share)
const copies = (count: number, of = share) => Math.max(2, Math.round(count * of))
const PEOPLE = copies(250)
const EXPERTS = copies(40)
const ORDERS = copies(275, orderShare)
const ITEMS = copies(640)
/** An item has one open deal. */
const DEALS = Math.min(ORDERS, ITEMS)
const JOBS = copies(280)
const PURCHASES = copies(530, orderShare)
const PRODUCTS = copies(70)
const OFFICE = copies(500)
const COPIES: Readonly<Record<string, number>> = {
  users: PEOPLE,
  profiles: PEOPLE,
  experts: EXPERTS,
  expert_categories: EXPERTS,
  expert_regions: EXPERTS,
  expert_certificates: EXPERTS,
  orders: ORDERS,
  order_photos: ORDERS,
  proposals: ORDERS,
  change_orders: ORDERS,
  reviews: ORDERS,
  review_photos: ORDERS,
  customer_reviews: ORDERS,
  order_parts: ORDERS,
  charges: ORDERS,
  order_disputes: ORDERS,
  warranty_claims: ORDERS,
  items: ITEMS,
  item_pictures: ITEMS,
  item_views: ITEMS,
  item_wishes: copies(100),
  item_talks: copies(200),
  deals: DEALS,
  deal_claims: DEALS,
  hire_posts: JOBS,
  hire_slots: JOBS,
  seek_posts: PEOPLE,
  job_applications: JOBS,
  application_slots: JOBS,
  wages: JOBS,
  products: PRODUCTS,
  product_pictures: PRODUCTS,
  variants: PRODUCTS,
  product_questions: PRODUCTS,
  order_groups: PURCHASES,
  shop_orders: PURCHASES,
  order_lines: PURCHASES,
  claims: PURCHASES,
  claim_events: PURCHASES,
  product_reviews: PURCHASES,
  product_review_pictures: PURCHASES,
  payments: PURCHASES,
  refunds: PURCHASES,
  ledger: PURCHASES,
  payouts: PURCHASES,
  reports: PEOPLE,
  tickets: OFFICE,
  audit_log: OFFICE,
}

/** Rows of the search of each kind follow the table of that kind. */
const COPIES_BY_KIND = {
  expert: EXPERTS,
  order: ORDERS,
  hire: JOBS,
  seek: PEOPLE,
  item: ITEMS,
  product: PRODUCTS,
}

/** References that no foreign key names. */
const REFERENCES: Readonly<Record<string, string>> = {
  "order_parts.charge_id": "charges",
  "deals.charge_id": "charges",
  "ledger.group_id": "order_groups",
  "order_lines.group_id": "order_groups",
  "payments.group_id": "order_groups",
  "refunds.group_id": "order_groups",
}

/** What must differ, or is looked for or sorted by and should not all be alike; `k` is the copy's number. */
const VALUES: Readonly<Record<string, string>> = {
  "users.email": "'k' || k || '.' || t.email",
  "profiles.phone":
    "'+8210' || lpad(((hashtext(t.user_id::text || k)::bigint + 2147483648) % 100000000)::text, 8, '0')",
  "profiles.phone_verified_at": "null",
  "profiles.name": "left(t.name || substr('가나다라마바사아자차카타파하', k % 14 + 1, 1), 20)",
  "profiles.nickname": "substr(md5(t.user_id::text || k), 1, 12)",
  "profiles.role": "'user'",
  "experts.business_number":
    "lpad(((hashtext(t.user_id::text || k)::bigint + 2147483648) % 10000000000)::text, 10, '0')",
  "orders.title": "left(t.title, 30) || ' ' || k",
  "items.title": "left(t.title, 30) || ' ' || k",
  "products.title": "left(t.title, 70) || ' ' || k",
  "tickets.title": "left(t.title, 30) || ' ' || k",
  "order_groups.number": "t.number || lpad(k::text, 5, '0')",
  "payments.payment_key": "t.payment_key || '-' || k",
  "payouts.provider_ref": "t.provider_ref || '-' || k",
  "payouts.provider_payout_id": "t.provider_payout_id || '-' || k",
  "ledger.posting": "t.posting || '-' || k",
  "items.price_won": "copy_price(t.price_won, t.id, k)",
  "items.negotiable": "t.price_won > 0 and t.negotiable <> is_otherwise(t.id, k, 3)",
  "items.condition": "case when is_otherwise(t.id, k, 4) then 'like_new' else t.condition end",
  "items.parcel": "t.parcel or is_otherwise(t.id, k, 5)",
  "items.parcel_fee_by":
    "case when t.parcel or is_otherwise(t.id, k, 5) then coalesce(t.parcel_fee_by, 'buyer') end",
  "hire_posts.pay_won": "copy_price(t.pay_won, t.id, k)",
  "hire_posts.hourly_won": "copy_price(t.hourly_won, t.id, k)",
  "seek_posts.pay_won": "copy_price(t.pay_won, t.id, k)",
  "seek_posts.hourly_won": "copy_price(t.hourly_won, t.id, k)",
  "products.price_won": "copy_price(t.price_won, t.id, k)",
  "products.list_price_won": "copy_price(t.list_price_won, t.id, k)",
  "variants.price_won": "copy_price(t.price_won, t.product_id, k)",
  "search_entries.price_won": "copy_price(t.price_won, t.id, k)",
  "search_entries.id": "copy_id(t.id, k)",
  "search_entries.at": "t.at - shift",
}

type Column = { table: string; name: string; type: string; target: string | null; isPrimary: boolean }

async function findColumns(sql: postgres.Sql): Promise<Column[]> {
  const rows = await sql<Column[]>`
    select c.table_name as table, c.column_name as name, c.udt_name as type,
      (select f.confrelid::regclass::text from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.table_name::regclass and cardinality(f.conkey) = 1
          and f.conkey[1] = c.ordinal_position limit 1) as target,
      exists (select from pg_constraint p where p.contype = 'p' and p.conrelid = c.table_name::regclass
        and c.ordinal_position = any(p.conkey)) as "isPrimary"
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = any(${Object.keys(COPIES)})
      and c.is_generated = 'NEVER' and c.is_identity = 'NO'
    order by c.table_name, c.ordinal_position`
  return rows
}

/** The value of a column in copy `k`. */
function copyExpression({ table, name, type, target, isPrimary }: Column): string {
  const own = VALUES[`${table}.${name}`]
  if (own !== undefined) return own
  const value = `t.${name}`
  if (type === "timestamptz") return `${value} - shift`
  if (type !== "uuid") return value
  const owner = target ?? REFERENCES[`${table}.${name}`] ?? (isPrimary || name === "posting" ? table : null)
  const ownerCopies = owner === null ? undefined : COPIES[owner]
  if (ownerCopies === undefined) return value
  return `copy_id(${value}, k % ${ownerCopies})`
}

/** An id of copy `k`: as old as the one that it was made of, with an end that no other id has by chance. */
const COPY_ID = `create or replace function copy_id(id uuid, k int) returns uuid language sql immutable
  return case when k = 0 or id is null then id
    else overlay(id::text placing lpad(to_hex(k), 8, '0') from 29)::uuid end`

/**
 * A price of copy `k` of the thing `id`: 70 to 130 % of its own, in hundreds of won. With one price for all
 * copies a list in the order of prices would pass one thing hundreds of times before it meets another.
 */
const COPY_PRICE = `create or replace function copy_price(won int, id uuid, k int) returns int
  language sql immutable
  return case when k = 0 or won is null or won < 100 then won
    else greatest(100, 100 * round(won * (70 + abs(hashtext(id::text || k)::bigint) % 61) / 10000.0)::int)
    end`

/**
 * Whether copy `k` of the thing `id` differs from it: one of so many does, for what is filtered by is not
 * alike in hundreds of neighbours.
 */
const IS_OTHERWISE = `create or replace function is_otherwise(id uuid, k int, one_of int) returns boolean
  language sql immutable
  return k > 0 and abs(hashtext(id::text || one_of || k)::bigint) % one_of = 0`

const TIME_SHIFT = "(k * 7919 % 86400) * interval '1 second' as shift"

async function copyTable(sql: postgres.Sql, table: string, columns: readonly Column[]): Promise<void> {
  await sql.unsafe(`insert into ${table} (${columns.map(({ name }) => name).join(", ")})
    select ${columns.map(copyExpression).join(", ")}
    from ${table} t cross join lateral (select k, ${TIME_SHIFT}
      from generate_series(1, ${(COPIES[table] ?? 1) - 1}) k) copies`)
}

async function copySearchEntries(sql: postgres.Sql): Promise<void> {
  const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'search_entries' and is_generated = 'NEVER'`
  const counts = Object.entries(COPIES_BY_KIND).map(([kind, count]) => `('${kind}', ${count})`)
  await sql.unsafe(`insert into search_entries (${columns.map(({ name }) => name).join(", ")})
    select ${columns.map(({ name }) => VALUES[`search_entries.${name}`] ?? `t.${name}`).join(", ")}
    from search_entries t join (values ${counts.join(", ")}) c (kind, copies) on c.kind = t.kind
      cross join lateral (select k, ${TIME_SHIFT} from generate_series(1, c.copies - 1) k) copies`)
}

/** Takes the indexes of a table away; the result makes them again. */
export async function dropIndexes(sql: postgres.Sql, table: string): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; def: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
      join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisunique`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  return async () => {
    for (const { def } of indexes) await sql.unsafe(def)
  }
}

/**
 * Makes the demo town in the database of `sql` large; about 1,000,000 items and rows of the search, 200,000
 * requests and purchases, 100,000 members and jobs, 20,000 products. `sql` has one connection.
 */
export async function enlargeTown(sql: postgres.Sql, say: (line: string) => void): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`set synchronous_commit = off`
  await sql`set maintenance_work_mem = '256MB'`
  await sql.unsafe(COPY_ID)
  await sql.unsafe(COPY_PRICE)
  await sql.unsafe(IS_OTHERWISE)
  const columns = await findColumns(sql)
  for (const table of [...Object.keys(COPIES), "search_entries"]) {
    const started = performance.now()
    const createIndexes = await dropIndexes(sql, table)
    if (table === "search_entries") await copySearchEntries(sql)
    else
      await copyTable(
        sql,
        table,
        columns.filter((column) => column.table === table),
      )
    await createIndexes()
    await sql.unsafe(`vacuum analyze ${table}`)
    const [count] = await sql<{ rows: number }[]>`select reltuples::int as rows from pg_class
      where oid = ${table}::regclass`
    const seconds = (performance.now() - started) / 1_000
    if (seconds > 3) say(`  ${table} ${count?.rows.toLocaleString("en-US")} (${seconds.toFixed(0)}초)`)
  }
  // Copied products have a number in their title, what was sold of them has not.
  await sql`insert into former_titles (product_id, title) select distinct l.product_id, l.title
    from order_lines l join products p on p.id = l.product_id where l.title <> p.title on conflict do nothing`
}
