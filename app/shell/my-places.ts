import { href } from "react-router"
/** The places that 마이 leads to, in groups. */
import type { Destination } from "./navigation.ts"

type Person = { isExpert: boolean; isAdmin: boolean; hasSellerDashboard: boolean }
export type PlaceGroup = { title: string; places: readonly Destination[] }

const toWorkPlaces = ({ isExpert }: Person): Destination[] =>
  isExpert
    ? [
        { href: href("/expert-dashboard"), label: "전문가 대시보드" },
        { href: href("/my/expert-public"), label: "공개 프로필" },
        { href: href("/orders"), label: "내 견적 요청" },
      ]
    : [
        { href: href("/orders"), label: "내 견적 요청" },
        { href: `${href("/orders")}?tab=completed`, label: "내 후기" },
        { href: href("/my-info/wishes/experts"), label: "찜한 전문가" },
      ]

const toShopPlaces = ({ isAdmin, hasSellerDashboard }: Person): Destination[] => [
  { href: href("/shopping/orders"), label: "쇼핑 주문" },
  { href: href("/shopping/cart"), label: "장바구니" },
  { href: href("/my-info/wishes/products"), label: "찜한 상품" },
  { href: href("/shopping/recent"), label: "최근 본 상품" },
  { href: href("/my-info/coupons"), label: "쿠폰함" },
  ...(isAdmin
    ? []
    : [
        hasSellerDashboard
          ? { href: href("/shopping/admin"), label: "판매자 센터" }
          : { href: href("/shop/apply"), label: "입점 신청" },
      ]),
]

/** Lists where `person` does something, then where they set something. */
export const listPlaceGroups = (person: Person): PlaceGroup[] => [
  ...(person.isAdmin ? [{ title: "운영", places: [{ href: "/admin", label: "관리자" }] }] : []),
  { title: "집수리·청소", places: toWorkPlaces(person) },
  { title: "쇼핑", places: toShopPlaces(person) },
  {
    title: "중고거래",
    places: [
      { href: href("/my-info/sales"), label: "판매 내역" },
      { href: href("/my-info/purchases"), label: "구매 내역" },
      { href: href("/my-info/deals"), label: "안심결제 내역" },
      { href: href("/my-info/wishes"), label: "찜한 물건" },
      { href: href("/my-info/keywords"), label: "키워드 알림" },
    ],
  },
  {
    title: "일자리",
    places: [
      { href: href("/my-info/applications"), label: "내 지원" },
      { href: href("/my-info/resume"), label: "이력서" },
      { href: href("/my-info/hiring"), label: "내 구인" },
      { href: href("/my-info/saved-jobs"), label: "찜한 일자리" },
      { href: href("/my-info/job-alerts"), label: "일자리 알림" },
    ],
  },
  {
    title: "정산과 문의",
    places: [
      { href: person.isExpert ? href("/expert-dashboard/money") : href("/my-info/money"), label: "내 정산" },
      { href: href("/chat"), label: "채팅" },
      { href: href("/my-info/tickets"), label: "내 문의" },
      { href: href("/my-info/reports"), label: "내 신고" },
    ],
  },
  {
    title: "설정",
    places: [
      { href: href("/my-info/profile"), label: "프로필과 연락처" },
      { href: href("/my-info/addresses"), label: "배송지 관리" },
      { href: href("/my-info/login"), label: "로그인과 보안" },
      { href: href("/my-info/notifications"), label: "알림 설정" },
      { href: href("/my-info/consents"), label: "동의 관리" },
      { href: href("/my-info/data"), label: "내 정보 내려받기" },
      { href: href("/my-info/blocks"), label: "차단한 사람" },
    ],
  },
]
