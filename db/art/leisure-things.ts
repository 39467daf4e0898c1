/** Second-hand things for sports and hobbies. */
import { woods } from "./palette.ts"
import { colourfulHome, home, type ThingPicture } from "./things.ts"

const { honey, oak, pale, walnut, ash, stone } = woods

export const leisureThings: readonly ThingPicture[] = [
  colourfulHome(
    "bicycle",
    "sports",
    "세워 둔 자전거",
    [{ thing: "bicycle", base: 500, size: 390 }],
    "sky",
    stone,
  ),
  home(
    "bicycle-green",
    "sports",
    "초록색 미니벨로 자전거",
    [{ thing: "bicycle", base: 500, size: 360, hue: 140, flip: true }],
    "sand",
    oak,
  ),
  colourfulHome("guitar", "hobby", "전기 기타", [{ thing: "guitar", base: 492, size: 370 }], "peach", walnut),
  home("tent", "sports", "초록색 2인용 텐트", [{ thing: "tent", base: 504, size: 390 }], "mint", "#b9ca9b"),
  home(
    "camping-set",
    "sports",
    "캠핑 텐트와 손전등",
    [
      { thing: "camping", x: 270, base: 500, size: 350 },
      { thing: "flashlight", x: 492, base: 512, size: 130 },
    ],
    "sky",
    "#b9ca9b",
  ),
  colourfulHome(
    "skateboard",
    "sports",
    "스케이트보드",
    [{ thing: "skateboard", base: 500, size: 340 }],
    "lilac",
    stone,
  ),
  home(
    "basketball",
    "sports",
    "농구공과 배구공",
    [
      { thing: "basketball", x: 240, base: 494, size: 250 },
      { thing: "volleyball", x: 450, base: 506, size: 190 },
    ],
    "sky",
    oak,
  ),
  colourfulHome(
    "soccer-ball",
    "sports",
    "축구공",
    [{ thing: "soccer-ball", base: 494, size: 290 }],
    "mint",
    oak,
  ),
  colourfulHome(
    "tennis",
    "sports",
    "테니스 라켓과 공",
    [{ thing: "tennis", base: 492, size: 350 }],
    "peach",
    pale,
  ),
  colourfulHome(
    "badminton",
    "sports",
    "배드민턴 라켓 두 개와 셔틀콕",
    [
      { thing: "badminton", x: 386, base: 478, size: 290, hue: 140, flip: true },
      { thing: "badminton", x: 230, base: 500, size: 310 },
    ],
    "blue",
    honey,
  ),
  colourfulHome("ski", "sports", "스키와 부츠", [{ thing: "skis", base: 496, size: 350 }], "sky", pale),
  colourfulHome(
    "roller-skate",
    "sports",
    "롤러스케이트 한 켤레",
    [
      { thing: "roller-skate", x: 372, base: 468, size: 260 },
      { thing: "roller-skate", x: 248, base: 506, size: 280 },
    ],
    "lilac",
    stone,
  ),
  home(
    "violin",
    "hobby",
    "케이스 없이 파는 바이올린",
    [{ thing: "violin", base: 490, size: 360 }],
    "pink",
    pale,
  ),
  colourfulHome("drum", "hobby", "작은북과 북채", [{ thing: "drum", base: 494, size: 320 }], "blue", walnut),
  colourfulHome(
    "telescope",
    "hobby",
    "삼각대 달린 천체 망원경",
    [{ thing: "telescope", base: 506, size: 380 }],
    "lilac",
    ash,
  ),
  colourfulHome(
    "sewing",
    "hobby",
    "재봉실과 뜨개실 여러 개",
    [
      { thing: "thread", x: 240, base: 488, size: 230 },
      { thing: "yarn", x: 400, base: 470, size: 150, hue: 120 },
      { thing: "yarn", x: 350, base: 508, size: 160, hue: 240 },
      { thing: "yarn", x: 488, base: 502, size: 170 },
    ],
    "peach",
    pale,
  ),
]
