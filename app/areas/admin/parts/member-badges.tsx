import { StateBadge, Tag } from "#app/ui/badge.tsx"
import type { MemberState, Role, SellerState, UserType } from "../../accounts/rules.ts"

/** Whether somebody may use the product now; nothing where they may. */
export function MemberStateBadge({ state }: { state: MemberState }) {
  if (state === "active") return null
  return state === "banned" ? (
    <StateBadge tone="refused">이용 정지</StateBadge>
  ) : (
    <StateBadge tone="done">탈퇴</StateBadge>
  )
}

/** What somebody is here. */
export function MemberTypeTags({
  userType,
  role,
  sellerState,
}: {
  userType: UserType
  role: Role
  sellerState: SellerState | null
}) {
  return (
    <>
      <Tag>{role === "admin" ? "관리자" : userType === "expert" ? "전문가" : "일반회원"}</Tag>
      {sellerState === "approved" ? <Tag>판매자</Tag> : null}
    </>
  )
}
