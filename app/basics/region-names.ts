/** Former and everyday names of Korean regions, to find them by. Data only. */

/** Former and everyday names of a 시·도, besides its present full and short name. */
export const SIDO_ALIASES: Readonly<Record<string, string>> = {
  서울시: "11",
  부산시: "26",
  대구시: "27",
  인천시: "28",
  대전시: "30",
  울산시: "31",
  세종시: "36",
  강원도: "51",
  충북도: "43",
  충남도: "44",
  전라북도: "52",
  전북도: "52",
  광주광역시: "12",
  광주: "12",
  전라남도: "12",
  전남도: "12",
  전남: "12",
  전남광주특별시: "12",
  경북도: "47",
  경남도: "48",
  제주도: "50",
}

/**
 * Districts that no longer exist, by the code of their 시·도 then and their name. Where one was divided, the
 * legal 동 that went elsewhere are named; without a 동 the first code holds.
 */
export const FORMER_SIGUNGUS: readonly {
  sido: string
  name: string
  code: string
  dongs?: Readonly<Record<string, readonly string[]>>
}[] = [
  {
    sido: "28",
    name: "중구",
    code: "28125",
    dongs: {
      "28155": [
        "중산동",
        "운남동",
        "운서동",
        "운북동",
        "을왕동",
        "남북동",
        "덕교동",
        "무의동",
        "영종동",
        "영종1동",
        "영종2동",
        "용유동",
      ],
    },
  },
  { sido: "28", name: "동구", code: "28125" },
  {
    sido: "28",
    name: "서구",
    code: "28275",
    dongs: {
      "28290": [
        "대곡동",
        "마전동",
        "금곡동",
        "오류동",
        "왕길동",
        "당하동",
        "원당동",
        "불로동",
        "검단동",
        "불로대곡동",
        "오류왕길동",
        "아라동",
      ],
    },
  },
  { sido: "28", name: "남구", code: "28177" },
  { sido: "47", name: "군위군", code: "27720" },
]
