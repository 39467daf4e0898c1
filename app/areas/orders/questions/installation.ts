/** What a request for installation asks. */
import { choice, choices, home, number, option, type QuestionSet } from "./build.ts"

const goods = choice("goods", "제품", "제품은 준비돼 있나요?", [
  option("own", "집에 있어요"),
  option("coming", "배송을 기다려요"),
  option("expert", "전문가가 준비해 주세요", "제품값까지 견적에 넣어 드려요"),
])

const wall = choice("wall", "벽", "벽이 무엇으로 돼 있나요?", [
  option("concrete", "콘크리트", "두드리면 딱딱해요"),
  option("plaster", "석고보드", "두드리면 통통 울려요"),
  option("tile", "타일·대리석"),
])

export const installation: QuestionSet = {
  category: "installation",
  version: 1,
  text: "어떤 서비스가 필요하세요?",
  help: "설치할 것을 하나 골라 주세요.",
  services: [
    {
      id: "aircon",
      label: "에어컨 설치·이전",
      description: "새로 달기, 떼기, 옮겨 달기",
      questions: ["aircon-work", "aircon-kind", "aircon-outdoor", "home"],
      title: "{home} {aircon-kind} 에어컨 {aircon-work|설치} 견적 부탁드려요",
    },
    {
      id: "tv",
      label: "TV 벽걸이",
      description: "선을 감추고 반듯하게",
      questions: ["tv-size", "wall", "tv-cable", "goods"],
      title: "{tv-size} TV 벽걸이 설치 견적 부탁드려요",
    },
    {
      id: "appliance",
      label: "가전 설치",
      description: "세탁기, 건조기, 식기세척기, 인덕션",
      questions: ["appliance-kind", "appliance-place", "goods"],
      title: "{appliance-kind|가전} 설치 견적 부탁드려요",
    },
    {
      id: "light",
      label: "조명·전등",
      description: "전등 교체, 레일, 센서등",
      questions: ["light-kind", "light-count", "goods"],
      title: "{light-kind|조명} {light-count} 설치 견적 부탁드려요",
    },
    {
      id: "furniture",
      label: "가구 조립",
      description: "책상, 침대, 옷장, 선반",
      questions: ["furniture-kind", "furniture-count", "furniture-old"],
      title: "{furniture-kind|가구} {furniture-count} 조립 견적 부탁드려요",
    },
    {
      id: "cctv",
      label: "방범·CCTV",
      description: "집, 가게, 창고를 안심하게",
      questions: ["cctv-place", "cctv-count", "cctv-net", "goods"],
      title: "{cctv-place} CCTV {cctv-count} 설치 견적 부탁드려요",
    },
    {
      id: "door-lock",
      label: "도어락",
      description: "교체, 새로 달기, 열쇠 고장",
      questions: ["lock-work", "lock-door", "goods"],
      title: "{lock-door} 도어락 {lock-work} 견적 부탁드려요",
    },
    {
      id: "bath-kitchen",
      label: "수전·비데·정수기",
      description: "물이 닿는 기기를 새지 않게",
      questions: ["water-kind", "water-old", "goods"],
      title: "{water-kind|수전·비데} 설치 견적 부탁드려요",
    },
    {
      id: "other",
      label: "그 밖의 설치",
      description: "커튼봉, 선반, 안전손잡이, 빨래건조대",
      questions: ["other-kind", "wall", "goods"],
      title: "{other-kind|생활용품} 설치 견적 부탁드려요",
    },
  ],
  questions: [
    home,
    goods,
    wall,
    choice("aircon-work", "작업", "어떤 작업인가요?", [
      option("new", "새로 설치", undefined, "설치"),
      option("move", "이전 설치", "떼어서 다른 곳에 달아요", "이전 설치"),
      option("remove", "철거만", undefined, "철거"),
      option("gas", "가스 충전·점검", "시원하지 않아요", "가스 충전"),
    ]),
    choice("aircon-kind", "종류", "어떤 에어컨인가요?", [
      option("wall", "벽걸이", undefined, "벽걸이"),
      option("stand", "스탠드", undefined, "스탠드"),
      option("two", "스탠드와 벽걸이", "2 in 1 제품이에요", "2 in 1"),
      option("ceiling", "천장형", "시스템 에어컨이에요", "천장형"),
      option("window", "창문형", "실외기가 없어요", "창문형"),
    ]),
    choice("aircon-outdoor", "실외기", "실외기는 어디에 두나요?", [
      option("room", "실외기실"),
      option("rail", "베란다 난간", "앵글이 필요할 수 있어요"),
      option("wall", "외벽", "위험수당이 붙을 수 있어요"),
      option("roof", "옥상·바닥"),
    ]),
    choice("tv-size", "크기", "TV가 몇 인치인가요?", [
      option("small", "43인치 이하", undefined, "43인치 이하"),
      option("middle", "50~65인치", undefined, "50~65인치"),
      option("large", "70~77인치", undefined, "70~77인치"),
      option("huge", "80인치 이상", undefined, "80인치 이상"),
    ]),
    choice("tv-cable", "선 정리", "선은 어떻게 할까요?", [
      option("inside", "벽 속으로 감추기", "가장 깔끔해요"),
      option("cover", "몰딩으로 덮기"),
      option("open", "그대로 둘게요"),
    ]),
    choice("appliance-kind", "가전", "무엇을 설치하나요?", [
      option("washer", "세탁기·건조기", undefined, "세탁기·건조기"),
      option("dishwasher", "식기세척기", undefined, "식기세척기"),
      option("hob", "인덕션", "전기 용량을 먼저 살펴봐요", "인덕션"),
      option("fridge", "냉장고", undefined, "냉장고"),
      option("oven", "오븐·전자레인지", undefined, "오븐"),
    ]),
    choice("appliance-place", "자리", "놓을 자리는 준비돼 있나요?", [
      option("ready", "준비돼 있어요"),
      option("cabinet", "가구를 잘라야 해요", "빌트인으로 넣어요"),
      option("pipe", "배관이나 전기가 없어요"),
    ]),
    choice("light-kind", "종류", "무엇을 다나요?", [
      option("ceiling", "거실등·방등", undefined, "거실등·방등"),
      option("pendant", "식탁등·펜던트", undefined, "식탁등"),
      option("rail", "레일 조명", undefined, "레일 조명"),
      option("sensor", "센서등·현관등", undefined, "센서등"),
      option("recessed", "매입등", "천장에 구멍을 내요", "매입등"),
    ]),
    number("light-count", "개수", "모두 몇 개인가요?", { unit: "개", min: 1, max: 200, placeholder: "3" }),
    choices("furniture-kind", "가구", "무엇을 조립하나요?", [
      option("desk", "책상", undefined, "책상"),
      option("bed", "침대", undefined, "침대"),
      option("wardrobe", "옷장", undefined, "옷장"),
      option("shelf", "책장·선반", undefined, "책장"),
      option("chair", "의자·식탁", undefined, "식탁"),
    ]),
    number("furniture-count", "개수", "모두 몇 개인가요?", {
      unit: "개",
      min: 1,
      max: 100,
      placeholder: "2",
    }),
    choice("furniture-old", "헌 가구", "쓰던 가구도 치울까요?", [
      option("yes", "치워 주세요", "폐기 비용이 더 들어요"),
      option("no", "치울 것이 없어요"),
    ]),
    choice("cctv-place", "위치", "어디에 다나요?", [
      option("home", "집", undefined, "집"),
      option("shop", "가게", undefined, "가게"),
      option("office", "사무실", undefined, "사무실"),
      option("yard", "마당·주차장", undefined, "주차장"),
      option("store", "창고·공장", undefined, "창고"),
    ]),
    number("cctv-count", "대수", "카메라가 몇 대 필요한가요?", {
      unit: "대",
      min: 1,
      max: 100,
      placeholder: "4",
    }),
    choice("cctv-net", "보는 방법", "어떻게 보고 싶으세요?", [
      option("phone", "휴대폰으로", "인터넷이 있어야 해요"),
      option("monitor", "화면을 두고"),
      option("both", "둘 다요"),
    ]),
    choice("lock-work", "작업", "어떤 작업인가요?", [
      option("replace", "교체", "쓰던 자리에 새것을 달아요", "교체"),
      option("new", "새로 설치", "문에 구멍을 내요", "설치"),
      option("broken", "고장 수리", undefined, "수리"),
      option("open", "문이 안 열려요", "신분 확인이 필요해요", "잠금 해제"),
    ]),
    choice("lock-door", "문", "어떤 문인가요?", [
      option("steel", "현관 철문", undefined, "현관"),
      option("glass", "유리문", undefined, "유리문"),
      option("wood", "방문·나무문", undefined, "방문"),
      option("gate", "대문·철문", undefined, "대문"),
    ]),
    choices("water-kind", "기기", "무엇을 설치하나요?", [
      option("tap", "수전", undefined, "수전"),
      option("shower", "샤워기", undefined, "샤워기"),
      option("bidet", "비데", undefined, "비데"),
      option("water", "정수기", undefined, "정수기"),
      option("filter", "연수기·필터", undefined, "연수기"),
    ]),
    choice("water-old", "기존 제품", "쓰던 것을 떼야 하나요?", [
      option("yes", "네, 떼고 버려 주세요"),
      option("keep", "네, 떼기만 해 주세요"),
      option("no", "처음 달아요"),
    ]),
    choices("other-kind", "설치할 것", "무엇을 다나요?", [
      option("rod", "커튼봉", undefined, "커튼봉"),
      option("shelf", "선반", undefined, "선반"),
      option("handle", "안전손잡이", undefined, "안전손잡이"),
      option("rack", "빨래건조대", undefined, "빨래건조대"),
      option("mirror", "거울·액자", undefined, "거울"),
    ]),
  ],
}
