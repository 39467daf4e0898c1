import { titleOf } from "#app/basics/brand.ts"
import {
  BellRing,
  BriefcaseBusiness,
  ChevronRight,
  ClipboardList,
  Heart,
  LayoutDashboard,
  MessageCircle,
  MessagesSquare,
  PackageOpen,
  ShieldCheck,
  ShoppingCart,
  ShoppingBag,
  Star,
  Store,
  UsersRound,
  Wallet,
  type Icon,
} from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { PASSWORD_HINT_TEXT } from "#app/basics/password-hint.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Checkbox, ChoiceCards } from "#app/ui/choice.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SignOutForm } from "#app/ui/sign-out-form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { CONSENTS } from "../consents.ts"
import { SESSION_TIMEOUT_CHOICES } from "../forms.ts"
import { requireSignedIn } from "../guards.server.ts"
import { CompleteProfile } from "../parts/complete-profile.tsx"
import { ConsentText } from "../parts/consent-list.tsx"
import { EmailSettings } from "../parts/email-settings.tsx"
import { PhoneSettings } from "../parts/phone-settings.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { answerProfileCompletion, answerSettings } from "../my-info-forms.server.ts"
import { loadMyInfo } from "../service/my-info.server.ts"
import type { Route } from "./+types/my-info"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"

const PROVIDER_NAMES: Record<string, string> = { kakao: "카카오", naver: "네이버", google: "Google" }

const SAFETY_LINKS = [
  {
    to: "/my-info/second-factor",
    label: "2단계 인증",
    description: "로그인할 때 인증 앱의 숫자를 한 번 더 물어봐요",
  },
  {
    to: "/my-info/devices",
    label: "로그인한 기기",
    description: "어디에 로그인되어 있는지 보고 로그아웃해요",
  },
  {
    to: "/my-info/notifications",
    label: "알림 설정",
    description: "종류마다 앱 안·이메일·문자·푸시, 방해 금지 시간",
  },
  { to: "/my-info/blocks", label: "차단한 사람", description: "차단을 확인하고 풀어요" },
  { to: "/my-info/reports", label: "내 신고", description: "신고한 내용의 처리 상태를 봐요" },
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = new URL(request.url).searchParams.get("returnTo")
  return {
    ...(await loadMyInfo(requireSignedIn(context, request))),
    returnTo: toSafeReturnTo(returnTo, href("/my-info")),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  const answerForm = actor.profile === null ? answerProfileCompletion : answerSettings
  return answerForm(await request.formData(), { actor }, { to: href("/my-info") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 정보") },
  { name: "robots", content: "noindex" },
]

type Profile = NonNullable<Route.ComponentProps["loaderData"]["profile"]>

export default function MyInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { email, name, profile, returnTo } = loaderData
  const answer = useActionAnswer(actionData)
  if (profile === null) return <CompleteProfile name={name} returnTo={returnTo} answer={answer} />
  return (
    <Page isNarrow>
      <PageHeader title="내 정보" />
      <ProfileHeader email={email} profile={profile} />
      <MyActivity profile={profile} />
      {email === null ? (
        <EmailSettings email={null} hasPassword={profile.hasPassword} answer={answer} />
      ) : null}
      <ProfileSettings profile={profile} answer={answer.of("profile")} />
      {email === null ? null : (
        <EmailSettings email={email} hasPassword={profile.hasPassword} answer={answer} />
      )}
      <PhoneSettings
        phone={profile.phone}
        isVerified={profile.phoneVerified}
        code={profile.code}
        hasPassword={profile.hasPassword}
        answer={answer}
      />
      <PasswordSettings profile={profile} answer={answer.of("password")} />
      <SessionSettings profile={profile} answer={answer.of("session-timeout")} />
      <SafetySettings />
      <ConsentSettings profile={profile} answer={answer.of("consents")} />
      <div className="flex items-center justify-between pt-8">
        <SignOutForm buttonClassName="btn btn-quiet" />
        <Link to="/my-info/leave" className="hit rounded-sm text-sm text-ink-3 underline underline-offset-2">
          회원탈퇴
        </Link>
      </div>
    </Page>
  )
}

function Shortcut({ to, icon: Icon, label }: { to: string; icon: Icon; label: string }) {
  return (
    <Link to={to} className="card-line flex min-h-14 items-center gap-2.5 px-4 font-semibold">
      <Icon size={20} className="flex-none text-primary-ink" />
      <span className="min-w-0 flex-1">{label}</span>
      <ChevronRight size={16} className="text-ink-3" />
    </Link>
  )
}

function ProfileHeader({ email, profile }: { email: string | null; profile: Profile }) {
  const role = profile.isAdmin ? "관리자" : profile.userType === "expert" ? "전문가" : "일반회원"
  return (
    <div className="flex items-center gap-4 pb-6">
      <Avatar pictureId={profile.avatarId} name={profile.name} size={64} />
      <div className="min-w-0">
        <p className="text-xl font-bold">{profile.name}님</p>
        <p className="mt-0.5 text-sm break-all text-ink-3">
          {role} · {email ?? "이메일 미등록"} · {profile.joinedOn} 가입
        </p>
      </div>
    </div>
  )
}

function MyActivity({ profile }: { profile: Profile }) {
  const isExpert = profile.userType === "expert"
  return (
    <nav aria-label="내 활동" className="grid grid-cols-2 gap-3 pb-7 md:pb-2">
      {isExpert ? (
        <Shortcut to="/expert-dashboard" icon={LayoutDashboard} label="전문가 대시보드" />
      ) : (
        <Shortcut to="/orders" icon={ClipboardList} label="내 견적 요청" />
      )}
      {profile.isAdmin ? (
        <Shortcut to="/admin" icon={ShieldCheck} label="관리자" />
      ) : isExpert ? (
        <Shortcut to="/my/expert-public" icon={Star} label="공개 프로필" />
      ) : (
        <Shortcut to="/orders?tab=completed" icon={Star} label="내 후기" />
      )}
      <Shortcut to="/chat" icon={MessageCircle} label="채팅" />
      <Shortcut to="/my-info/applications" icon={BriefcaseBusiness} label="내 지원" />
      <Shortcut to="/my-info/hiring" icon={UsersRound} label="내 구인" />
      <Shortcut to="/my-info/sales" icon={Store} label="중고 판매" />
      <Shortcut to="/my-info/purchases" icon={ShoppingBag} label="중고 구매" />
      <Shortcut to={isExpert ? "/expert-dashboard/money" : "/my-info/money"} icon={Wallet} label="내 정산" />
      <Shortcut to="/my-info/wishes" icon={Heart} label="찜한 물건" />
      <Shortcut to="/my-info/keywords" icon={BellRing} label="키워드 알림" />
      <Shortcut to="/shopping/orders" icon={ShoppingCart} label="쇼핑 주문" />
      <Shortcut to="/my-info/tickets" icon={MessagesSquare} label="내 문의" />
      {profile.isAdmin ? null : profile.hasSellerDashboard ? (
        <Shortcut to="/shopping/admin" icon={PackageOpen} label="판매자 센터" />
      ) : (
        <Shortcut to="/shop/apply" icon={PackageOpen} label="입점 신청" />
      )}
    </nav>
  )
}

type SettingsProps = { profile: Profile; answer: ScreenAnswer }

function ProfileSettings({ profile, answer }: SettingsProps) {
  return (
    <SettingsSection id="profile" title="프로필">
      <SettingsForm
        intent="profile"
        problem={answer.problem}
        submitLabel="저장하기"
        encType="multipart/form-data"
      >
        <PictureUploader
          name="avatar"
          purpose="avatar"
          max={1}
          label="프로필 사진"
          defaultPictures={profile.avatar}
          error={answer.errors.avatar}
        />
        <TextField
          label="이름"
          name="name"
          autoComplete="name"
          maxLength={20}
          defaultValue={answer.typed("name", profile.name)}
          error={answer.errors.name}
        />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={answer.typed("regionCode", profile.regionCode ?? "")}
          error={answer.errors.regionCode}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

function PasswordSettings({ profile, answer }: SettingsProps) {
  return (
    <SettingsSection
      id="password"
      title="로그인과 비밀번호"
      text={
        profile.providers.length > 0
          ? `${profile.providers.map((provider) => PROVIDER_NAMES[provider] ?? provider).join(", ")}` +
            "로 로그인해요."
          : undefined
      }
    >
      {profile.hasPassword ? (
        <SettingsForm intent="password" problem={answer.problem} submitLabel="비밀번호 바꾸기">
          <TextField
            label="지금 비밀번호"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            error={answer.errors.currentPassword}
          />
          <TextField
            label="새 비밀번호"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            error={answer.errors.newPassword}
            help={PASSWORD_HINT_TEXT}
          />
        </SettingsForm>
      ) : (
        <p className="text-base text-ink-2">
          아직 비밀번호가 없어요.{" "}
          <Link to="/password-reset" className="font-medium text-primary-ink underline">
            메일로 비밀번호 정하기
          </Link>
        </p>
      )}
    </SettingsSection>
  )
}

function SessionSettings({ profile, answer }: SettingsProps) {
  return (
    <SettingsSection
      id="session"
      title="자동 로그아웃"
      text="마지막으로 쓴 때부터 이 시간이 지나면 로그아웃돼요. 보안을 위해 8시간까지 고를 수 있어요."
    >
      <SettingsForm intent="session-timeout" problem={answer.problem} submitLabel="저장하기">
        <ChoiceCards
          legend="자동 로그아웃 시간"
          hideLegend
          layout="grid"
          name="minutes"
          type="radio"
          options={SESSION_TIMEOUT_CHOICES}
          defaultValue={profile.timeoutMinutes}
          error={answer.errors.minutes}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

function SafetySettings() {
  return (
    <SettingsSection id="notifications" title="알림과 안전">
      <ul className="divide-y divide-base-300">
        {SAFETY_LINKS.map((place) => (
          <li key={place.to}>
            <Link to={place.to} className="flex min-h-14 items-center gap-3 py-2 hover:text-primary-ink">
              <span className="min-w-0 flex-1">
                <span className="block text-base font-semibold">{place.label}</span>
                <span className="block text-sm text-ink-3">{place.description}</span>
              </span>
              <ChevronRight size={18} className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

function ConsentSettings({ profile, answer }: SettingsProps) {
  return (
    <SettingsSection id="consents" title="동의 관리" text="선택 항목은 언제든 바꿀 수 있어요.">
      <SettingsForm intent="consents" problem={answer.problem} submitLabel="저장하기">
        <div>
          {CONSENTS.filter((consent) => !consent.required).map((consent) => (
            <div key={consent.kind}>
              <Checkbox
                name={consent.kind}
                label={`(선택) ${consent.title}`}
                defaultChecked={profile.consents[consent.kind] ?? false}
              />
              <ConsentText consent={consent} />
            </div>
          ))}
        </div>
      </SettingsForm>
      <ConsentHistory history={profile.history} />
    </SettingsSection>
  )
}

function ConsentHistory({ history }: Pick<Profile, "history">) {
  return (
    <details className="mt-5 text-sm">
      <summary className="hit w-fit cursor-pointer rounded-sm text-ink-3 underline underline-offset-2">
        동의 기록 보기
      </summary>
      <ul className="mt-3 divide-y divide-base-300">
        {history.map((entry, place) => (
          // A history only grows at its head, and is rendered anew then.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="flex justify-between gap-3 py-2.5">
            <span>{entry.title}</span>
            <span className="num text-ink-3">
              {entry.on} · {entry.version} 판 · {entry.granted ? "동의" : "동의 안 함"}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
