import { Link, href } from "react-router"
import { ChevronRight, ShieldCheck } from "#app/ui/icons.tsx"

/** Offers a second factor to who is paid and signs in with a password alone. */
export const SecondFactorOffer = () => (
  <Link
    to={href("/my-info/second-factor")}
    className="flex items-center gap-3 rounded-xl bg-primary-tint p-4 hover:underline"
  >
    <ShieldCheck size={24} className="flex-none text-primary-ink" />
    <span className="min-w-0 flex-1">
      <span className="block text-base font-semibold">2단계 인증으로 정산 계좌를 지켜 주세요</span>
      <span className="mt-0.5 block text-sm text-ink-2">
        비밀번호가 새어도 다른 사람이 받을 계좌를 바꿀 수 없어요.
      </span>
    </span>
    <ChevronRight size={18} className="flex-none text-ink-3" />
  </Link>
)
