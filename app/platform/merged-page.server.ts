/** Pages of a list that several indexes know in its order: each is read as far as the page may reach. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { keyset, page, type ListOrder, type Page, type PageQuery } from "./page.server.ts"

/**
 * Rows of a list, where another table knows them: `keys` are the columns of `table` with what the list is
 * sorted by, in its order, the last one being the id of the row. A row may be found more than once.
 */
export type PageBranch = { table: SQLWrapper; keys: readonly SQLWrapper[]; where: SQL }

/**
 * Reads a page of what `branches` find, each row once, in one query. `fits` is asked of one row after the
 * other, by its id, in the order of the list, until the page is full, or until `maxRows` of each branch were
 * asked: then it may not be full. `from` is given the rows `found (id)` to join with; what it selects must
 * have all keys of `order`.
 */
export async function pageMerged<Row extends { sortKeys: string[] }>(options: {
  from: (sortKeys: SQL<string[]>, found: SQL) => PageQuery<Row>
  order: ListOrder
  branches: readonly PageBranch[]
  fits?: (id: SQL) => SQL | undefined
  maxRows?: number
  cursor: string | null
  size: number
}): Promise<Page<Omit<Row, "sortKeys">>> {
  const { order, branches, size, maxRows } = options
  const fits = options.fits?.(sql`branch.${sql.raw(`k${order.keys.length - 1}`)}`)
  const rows = sql.raw(String(size + 1))
  const names = order.keys.map((_, index) => sql.raw(`k${index}`))
  const sorted = sql.join(
    order.keys.map(({ way }, index) => sql.raw(`k${index} ${way}`)),
    sql`, `,
  )
  const parts = branches.map(({ table, keys, where }) => {
    const ownKeys = order.keys.map((key, index) => ({ ...key, by: keys[index] ?? key.by }))
    const { after } = keyset({ name: order.name, keys: ownKeys }, options.cursor)
    const columns = sql.join(
      ownKeys.map(({ by }, index) => sql`${by} as ${names[index]}`),
      sql`, `,
    )
    const asked = maxRows === undefined ? sql`` : sql`limit ${sql.raw(String(maxRows))}`
    return sql`(select * from (select distinct ${columns} from ${table}
      where ${after ? sql`${where} and ${after}` : where} order by ${sorted} ${asked}) branch
      where ${fits ?? sql`true`} limit ${rows})`
  })
  const found = sql`(select ${names.at(-1)} as id from (${sql.join(parts, sql` union `)}) merged
    order by ${sorted} limit ${rows}) as found`
  return page({
    from: (sortKeys) => options.from(sortKeys, found),
    order,
    filter: undefined,
    cursor: null,
    size,
  })
}
