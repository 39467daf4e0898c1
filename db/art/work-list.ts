/** The works of the demo town: what was installed, repaired, moved, cleaned or cleared. */
import { drawAged } from "./wear.ts"
import { woods } from "./palette.ts"
import { living } from "./rooms.ts"
import {
  cleanBath,
  cleanKitchen,
  cleanLiving,
  cleanWindow,
  demolishedRoom,
  newFaucet,
  newLighting,
  plumbingBefore,
  plumbingDone,
  switchPanel,
} from "./work-scenes.ts"
import type { Sky } from "./windows.ts"
import type { WallPattern } from "./surfaces.ts"
import { cooling, wallTelevision, newDoor, newWindow, papering, flooring } from "./room-works.ts"
import { type RoomPicture, room, scene } from "./room-picture.ts"
import { movingTruck, ladderTruck, packedRoom, liftMove, wasteCollection } from "./truck-scenes.ts"

const panel: WallPattern = "panel"

const dusk: Sky = "dusk"

export const workPictures: RoomPicture[] = [
  room("aircon-wall", ["installation", "aircon"], "거실 벽에 설치를 마친 벽걸이 에어컨", cooling, {
    wallColour: "#e6f1f3",
    kind: "wall",
    sofaColour: "#79b48f",
  }),
  room("aircon-stand", ["installation", "aircon"], "창가에 세운 스탠드 에어컨", cooling, {
    wallColour: "#eef2fb",
    pattern: "stripes",
    kind: "stand",
    sofaColour: "#e3a184",
  }),
  room("aircon-ceiling", ["installation", "aircon", "office"], "사무실 천장에 단 시스템 에어컨", cooling, {
    wallColour: "#e9eef4",
    kind: "ceiling",
    sofaColour: "#5b8af5",
  }),
  room("tv-wall-grey", ["installation", "tv"], "벽에 반듯하게 건 TV와 선이 없는 거실", wallTelevision, {
    wallColour: "#e2e6ee",
    accent: "#f5efe4",
  }),
  room("tv-wall-green", ["installation", "tv"], "초록 벽에 건 대형 TV와 나무 거실장", wallTelevision, {
    wallColour: "#a9c4b2",
    pattern: panel,
    accent: "#c99f73",
    floorColour: woods.honey,
    flip: true,
  }),
  room(
    "door-room",
    ["repair", "door"],
    "새로 단 하늘색 방문",
    newDoor,
    { wallColour: "#f4f1ea", door: "#93b3dc" },
    { alt: "구멍이 나고 갈라진 방문", seed: 16, clutter: "none", crackAt: [620, 40] },
  ),
  room(
    "window-new",
    ["repair", "window"],
    "단열 창으로 바꾼 창문과 분홍 커튼",
    newWindow,
    { wallColour: "#eef1f7", curtainColour: "#f3c3c4" },
    {
      alt: "틀이 뒤틀리고 결로가 생긴 옛 창문",
      seed: 17,
      clutter: "none",
      crackAt: [700, 30],
      mouldAt: [180, 380],
    },
  ),

  scene("moving-truck", ["moving", "truck"], "아파트 앞에 선 파란 이사 트럭과 상자", () =>
    movingTruck("#3f78f0"),
  ),
  scene("moving-ladder", ["moving", "truck", "ladder"], "사다리차로 높은 층에 짐을 올리는 모습", () =>
    ladderTruck("#2f9e8a"),
  ),
  scene("moving-boxes", ["moving", "packing"], "포장을 마친 이삿짐 상자가 쌓인 방", () =>
    packedRoom("#e9f0f6"),
  ),
  scene("moving-lift", ["moving", "elevator"], "승강기로 옮기는 이삿짐 수레", liftMove),

  scene(
    "clean-living",
    ["demolition", "cleaning", "living"],
    "입주 청소를 마쳐 반짝이는 거실",
    () => cleanLiving("#e4f4ee"),
    {
      alt: "청소 전, 쓰레기가 널린 거실",
      draw: () => drawAged(cleanLiving("#e4f4ee", true), { seed: 18, clutter: "none", crackAt: [560, 0] }),
    },
  ),
  scene(
    "clean-kitchen",
    ["demolition", "cleaning", "kitchen"],
    "기름때를 말끔히 닦은 가스레인지와 후드",
    () => cleanKitchen(),
    {
      alt: "기름때가 낀 가스레인지와 후드",
      draw: () =>
        drawAged(cleanKitchen(true), { seed: 19, clutter: "none", crackAt: [700, 0], dampAt: [660, 90] }),
    },
  ),
  scene("clean-bath", ["demolition", "cleaning", "bath"], "물때 없이 깨끗하게 청소한 욕실", cleanBath),
  scene(
    "clean-window",
    ["demolition", "cleaning", "window"],
    "거품을 내어 닦고 있는 거실 유리창",
    cleanWindow,
  ),
  scene("demolition-room", ["demolition", "removal"], "벽을 철거하고 바닥을 정리한 방", demolishedRoom),
  scene("demolition-waste", ["demolition", "waste", "truck"], "폐기물 자루를 싣고 있는 트럭", () =>
    wasteCollection("#5f9e6e"),
  ),

  room(
    "wallpaper-close",
    ["interior", "wallpaper"],
    "잎무늬 벽지를 이음매 없이 바르는 중인 벽",
    papering,
    { wallColour: "#efece4", paper: "#cfe3d8", paperPattern: "leaves" },
    { alt: "벽지를 바르기 전 얼룩진 벽", seed: 20, clutter: "tools", peel: true, mouldAt: [160, 330] },
  ),
  room(
    "flooring-close",
    ["interior", "flooring"],
    "한 장씩 깔고 있는 강마루 바닥",
    flooring,
    { wallColour: "#eef2f4", plank: "#dfb584" },
    { alt: "들뜨고 갈라진 옛 마루 바닥", seed: 21, clutter: "none", dampAt: [520, 420] },
  ),
  scene(
    "plumbing-pipe",
    ["repair", "plumbing", "leak"],
    "싱크대 아래 배관을 새로 교체한 모습",
    plumbingDone,
    { alt: "싱크대 아래 배관에서 물이 새는 모습", draw: plumbingBefore },
  ),
  scene("plumbing-faucet", ["repair", "plumbing"], "새 수전에서 물이 시원하게 나오는 싱크대", newFaucet),
  scene("electric-switch", ["repair", "electrical"], "새것으로 바꾼 스위치와 콘센트", () => switchPanel(), {
    alt: "그을린 스위치와 낡은 콘센트",
    draw: () => switchPanel(true),
  }),
  scene("electric-light", ["repair", "electrical", "lighting"], "천장 조명을 새로 단 거실", newLighting),
  room("living-dusk", ["interior", "remodeling", "living"], "노을이 드는 큰 창과 보라색 소파 거실", living, {
    wallColour: "#f3ecf5",
    sofaColour: "#9c86d8",
    accent: "#ffd0c2",
    layout: "balcony",
    sky: dusk,
    curtainColour: "#e9dcf2",
    floorColour: woods.walnut,
    flip: true,
  }),
]
