/** What a thing of a kind is sold for: the median and the range of what was sold lately. */
import { sql } from "drizzle-orm"
import { normalizeForMatching } from "#app/basics/alert-words.ts"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { LIMITS, type ItemCategory } from "../rules.ts"
import type { PriceGuide } from "../views.ts"

const MAX_WORDS = 8
const MAX_SALES = 3_000
/** Words that name no kind of thing. */
const STOP_WORDS = new Set([
  "팝니다",
  "팔아요",
  "판매",
  "급처",
  "새상품",
  "거의새것",
  "미개봉",
  "상태좋음",
  "세트",
  "무료",
  "나눔",
  "직거래",
  "택배",
  "싸게",
  "사용감",
  "정리",
  "합니다",
  "해요",
])

/**
 * What sold things of the same category cost whose title shares a word with `title`, over the last 180 days:
 * by the rarest such word that at least five titles have. The range leaves out the lowest and the highest
 * tenth. Null where too little was sold.
 */
export async function suggestPrice(category: ItemCategory, title: string): Promise<PriceGuide | null> {
  const words = [...new Set(title.split(/[^\p{L}\p{N}]+/u).map(normalizeForMatching))]
    .filter((word) => word.length >= 2 && !STOP_WORDS.has(word) && !/^\d+$/.test(word))
    .slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const since = new Date(now().getTime() - LIMITS.priceGuideDays * DAY_MS).toISOString()
  const [guideRow] = await db().execute<{
    word: string
    count: number
    median: number
    low: number
    high: number
  }>(sql`
    with sold as (
      select lower(regexp_replace(title, '\\s+', '', 'g')) as title, coalesce(deal_won, price_won) as won
        from items
      where state = 'sold' and price_won > 0 and category = ${category} and sold_at > ${since}::timestamptz
        and hidden_at is null
      order by sold_at desc limit ${MAX_SALES})
    select w.word, count(*)::int as count,
      percentile_cont(0.5) within group (order by won)::int as median,
      percentile_cont(0.1) within group (order by won)::int as low,
      percentile_cont(0.9) within group (order by won)::int as high
    from unnest(${sql.param(words)}::text[]) w(word) join sold on strpos(sold.title, w.word) > 0
    where won > 0
    group by w.word having count(*) >= ${LIMITS.priceGuideMinSales} order by count(*), length(w.word) desc
      limit 1`)
  if (!guideRow) return null
  return {
    word: guideRow.word,
    count: guideRow.count,
    medianWon: roundPrice(guideRow.median),
    lowWon: roundPrice(guideRow.low),
    highWon: roundPrice(guideRow.high),
  }
}

/** A price as people say it: to the hundred, from 100,000 won on to the thousand. */
const roundPrice = (won: number) =>
  won >= 100_000 ? Math.round(won / 1_000) * 1_000 : Math.round(won / 100) * 100
