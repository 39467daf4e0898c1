/** Papers an expert shows: each one is plainly marked as a specimen. */
import sharp from "sharp"
import type { OverlayOptions, Sharp } from "sharp"
import { setLine, type TextItem } from "./lettering.ts"
import { box, circle, drawing, line, repeat, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"

export const documentSize = { width: 900, height: 1200 }

export interface DocumentPicture {
  name: string
  tags: string[]
  alt: string
  ground: Svg
  words: TextItem[]
}

export const paperImage = async (documentPicture: DocumentPicture): Promise<Sharp> => {
  const overlays: OverlayOptions[] = []
  for (const words of documentPicture.words) overlays.push(await setLine(words))
  return sharp(
    Buffer.from(drawing(documentSize.width, documentSize.height, documentPicture.ground)),
  ).composite(overlays)
}

const documentPicture = (edge: string, tint: string): Svg =>
  box(0, 0, 900, 1200, "#e9edf3") +
  box(50, 50, 800, 1100, tint, 6, 'filter="url(#lift)"') +
  box(82, 82, 736, 1036, "none", 2, `stroke="${edge}" stroke-width="6"`) +
  box(96, 96, 708, 1008, "none", 2, `stroke="${edge}" stroke-width="2"`)

const specimen: TextItem[] = [
  {
    text: "견본",
    x: 450,
    y: 640,
    size: 250,
    weight: "ExtraBold",
    colour: "#f6cdd5",
    align: "centre",
    rotate: -24,
  },
]

const rows = (labels: [string, string][], top: number): TextItem[] =>
  labels.flatMap(([label, value], index) => [
    { text: label, x: 160, y: top + index * 78, size: 28, weight: "Bold" as const, colour: "#4a5568" },
    { text: value, x: 340, y: top + index * 78, size: 30, colour: "#1b2740" },
  ])

export const documentPictures: DocumentPicture[] = [
  {
    name: "document-business",
    tags: ["business-registration"],
    alt: "사업자등록증 견본",
    ground:
      documentPicture("#3f6fd8", "#fdfefe") +
      repeat(6, (i) => line(`M150 ${448 + i * 78}h600`, "#dbe3ee", 2)) +
      circle(690, 1010, 52, "none", 'stroke="#dc2350" stroke-width="7" opacity=".8"'),
    words: [
      ...specimen,
      { text: "사업자등록증", x: 450, y: 210, size: 64, weight: "ExtraBold", align: "centre" },
      { text: "등록번호 000-00-00000", x: 450, y: 300, size: 30, align: "centre", colour: "#4a5568" },
      ...rows(
        [
          ["상호", "바로집수리 (견본)"],
          ["성명", "홍길동"],
          ["개업일", "2020년 1월 1일"],
          ["소재지", "서울특별시 어느구 어느길 1"],
          ["업태", "건설업, 서비스업"],
          ["종목", "도배, 실내장식"],
        ],
        410,
      ),
      {
        text: "견본 문서이며 효력이 없습니다",
        x: 450,
        y: 920,
        size: 30,
        weight: "Bold",
        align: "centre",
        colour: "#c01b37",
      },
      { text: "견본", x: 690, y: 1010, size: 34, weight: "ExtraBold", align: "centre", colour: "#dc2350" },
      { text: "발급 예시 세무서", x: 160, y: 1010, size: 34, weight: "Bold" },
    ],
  },
  {
    name: "document-certificate",
    tags: ["certificate"],
    alt: "국가기술자격증 견본",
    ground:
      documentPicture("#b98c3a", "#fffdf6") +
      circle(450, 200, 50, "#f5dca2") +
      shape("M450 160l12 26 28 4-20 20 4 28-24-13-24 13 4-28-20-20 28-4z", "#b98c3a") +
      repeat(4, (i) => line(`M150 ${568 + i * 78}h600`, "#eee2c6", 2)) +
      circle(690, 1010, 52, "none", 'stroke="#dc2350" stroke-width="7" opacity=".8"'),
    words: [
      ...specimen,
      { text: "자격증", x: 450, y: 320, size: 72, weight: "ExtraBold", align: "centre" },
      { text: "도배기능사", x: 450, y: 420, size: 40, weight: "Bold", align: "centre", colour: "#8f5400" },
      ...rows(
        [
          ["이름", "홍길동"],
          ["생년월일", "1980년 1월 1일"],
          ["자격번호", "00000000000A"],
          ["합격일", "2012년 5월 1일"],
        ],
        530,
      ),
      {
        text: "견본 문서이며 효력이 없습니다",
        x: 450,
        y: 900,
        size: 30,
        weight: "Bold",
        align: "centre",
        colour: "#c01b37",
      },
      { text: "견본", x: 690, y: 1010, size: 34, weight: "ExtraBold", align: "centre", colour: "#dc2350" },
      { text: "발급 예시 기관", x: 160, y: 1010, size: 34, weight: "Bold" },
    ],
  },
]
