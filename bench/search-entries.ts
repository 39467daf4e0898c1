/**
 * Synthetic listings for the search: the same ones at every run, with words as unevenly used as in a
 * language.
 */
import { once } from "node:events"
import { finished } from "node:stream/promises"
import type postgres from "postgres"
import {
  initialsOf,
  keysOf,
  nearKeys,
  placeMarks,
  SEARCH_TABS,
  spelledWords,
} from "../app/areas/search/rules.ts"
import { sidoList, sigunguList } from "../app/basics/regions.ts"

const REAL = [
  "냉장고",
  "세탁기",
  "에어컨",
  "자전거",
  "소파",
  "책상",
  "의자",
  "노트북",
  "아이폰",
  "갤럭시",
  "카메라",
  "유모차",
  "운동화",
  "패딩",
  "침대",
  "매트리스",
  "식탁",
  "커튼",
  "조명",
  "스피커",
  "도배",
  "장판",
  "타일",
  "누수",
  "배관",
  "욕실",
  "주방",
  "현관",
  "샷시",
  "방충망",
  "보일러",
  "콘센트",
  "이사",
  "포장",
  "청소",
  "철거",
  "설치",
  "수리",
  "교체",
  "리모델링",
  "알바",
  "주말",
  "단기",
  "편의점",
  "카페",
  "물류",
  "포장",
  "배송",
  "촬영",
  "편집",
  "서빙",
  "주방보조",
  "매장",
  "판매",
  "사무보조",
  "경리",
  "디자인",
  "개발",
  "과외",
  "돌봄",
  "세제",
  "휴지",
  "수납",
  "선반",
  "걸레",
  "샴푸",
  "치약",
  "냄비",
  "프라이팬",
  "텀블러",
  "삼성",
  "LG",
  "다이슨",
  "이케아",
  "한샘",
  "나이키",
  "미개봉",
  "새상품",
  "정품",
  "급처",
]
const SYLLABLES =
  "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히강난달람만반산안장찬간남당랑말박상양정창경녹독록목복석옥족척"

let state = 7
/** The same numbers at every run. */
export const dice = (): number =>
  (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T

const WORDS = [
  ...REAL,
  ...Array.from({ length: 6_000 }, () =>
    Array.from({ length: 2 + Math.floor(dice() * 2.4) }, () => pick([...SYLLABLES])).join(""),
  ),
]
// As in a language: the word of place n is used in proportion to 1 / (n + 20); the commonest stands in 6 % of
// the listings.
const FLAT = 20
const word = () =>
  WORDS[
    Math.min(WORDS.length - 1, Math.floor(FLAT * ((WORDS.length + FLAT) / FLAT) ** dice() - FLAT))
  ] as string
const REGIONS = sidoList().flatMap((sido) => sigunguList(sido.code).map((sigungu) => sigungu.code))

const array = (values: readonly string[]) => `{${values.map((value) => `"${value}"`).join(",")}}`

/** Adds `count` listings: the rows by COPY, then the indexes anew, which is faster than one by one. */
export async function addListings(sql: postgres.Sql, count: number): Promise<void> {
  const indexes = await sql<
    { name: string; def: string }[]
  >`select indexname as name, indexdef as def from pg_indexes
    where tablename = 'search_entries' and indexname <> 'search_entries_pkey'`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  const copy =
    await sql`copy search_entries (tab, kind, id, title, card, title_words, title_joined, all_words,
      all_joined, initials, tokens, marks, price_won, rank, at) from stdin`.writable()
  const kinds = { services: "order", jobs: "hire", market: "item", shop: "product" } as const
  const words = new Map<string, string>()
  for (let written = 0; written < count;) {
    let block = ""
    for (let line = 0; line < 1_000 && written < count; line += 1, written += 1) {
      const tab = dice() < 0.5 ? "market" : pick(SEARCH_TABS)
      const title = Array.from({ length: 3 + Math.floor(dice() * 3) }, word).join(" ")
      const more = [word(), word(), word()]
      if (written % 20 === 0) for (const [key, one] of spelledWords([title])) words.set(key, one)
      const keys = keysOf(tab, title, more)
      const card = {
        line: "역삼동 · 3분 전",
        priceText: "120,000원",
        pictureId: null,
        href: "/marketplace/1",
        state: null,
        ownerId: null,
      }
      block += `${[
        tab,
        kinds[tab],
        crypto.randomUUID(),
        title,
        JSON.stringify(card),
        keys.titleWords,
        keys.titleJoined,
        keys.allWords,
        keys.allJoined,
        keys.initials,
        array(keys.tokens),
        array(placeMarks([pick(REGIONS)])),
        Math.floor(dice() * 1_000_000),
        dice(),
        new Date(1_700_000_000_000 + dice() * 5e10).toISOString(),
      ].join("\t")}\n`
    }
    if (!copy.write(block)) await once(copy, "drain")
  }
  copy.end()
  await finished(copy)
  const near = [...words].map(([key, one]) => ({ key, one, near: nearKeys(key), initials: initialsOf(one) }))
  for (let from = 0; from < near.length; from += 2_000) {
    await sql`insert into search_words (key, word, near, initials) select key, one, near, initials
      from jsonb_to_recordset(${sql.json(near.slice(from, from + 2_000))}) as row (key text, one text,
      near text[], initials text) on conflict do nothing`
  }
  await sql`set maintenance_work_mem = '512MB'`
  for (const { def } of indexes) await sql.unsafe(def)
  await sql.unsafe("vacuum analyze search_entries")
  await sql.unsafe("analyze search_words")
}
