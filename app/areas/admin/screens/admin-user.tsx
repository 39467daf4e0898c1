import { href, redirect } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { listRights, type Member } from "../../accounts/rules.ts"
import { changeUserType, endSessionsOfMembers, findMember } from "../../accounts/service/members.server.ts"
import { isPermanentBan } from "../../trust/rules.ts"
import { listSanctionsOfUser, liftSanction, sanctionPeople } from "../../trust/service/sanctions.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminRequests } from "../parts/admin-requests.tsx"
import { MemberStateBadge, MemberTypeTags } from "../parts/member-badges.tsx"
import { OfficeLink } from "../parts/office-link.tsx"
import { PersonDecision } from "../parts/person-decision.tsx"
import { PersonSanctions } from "../parts/person-sanctions.tsx"
import { PersonHistory } from "../parts/person-history.tsx"
import { PersonNotes } from "../parts/person-notes.tsx"
import { buildPersonViewCookie, startPersonView } from "../../accounts/service/person-view.server.ts"
import { addPersonNote, findPersonNotes, setPersonLabels } from "../service/person-notes.server.ts"
import { PERSON_FORMS } from "../rules.ts"
import { findPersonHistory } from "../service/overview.server.ts"
import { decideAdminRequest, findAdminRequests, requestAdmin, revokeAdmin } from "../service/roles.server.ts"
import { formatDevice } from "../labels.ts"
import type { Route } from "./+types/admin-user"
import { ok } from "#app/platform/outcome.ts"
import { intents, type DefineIntent } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const person = (await findMember(actor, params.userId)) ?? notFound()
  const [history, notes, sanctions, requests] = await Promise.all([
    findPersonHistory(actor, person.userId),
    findPersonNotes(actor, person.userId),
    listSanctionsOfUser(actor, person.userId),
    findAdminRequests(actor, person.userId),
  ])
  return {
    person,
    history,
    notes,
    noteKey: newId(),
    sanctions,
    requests,
    self: person.userId === actor.userId,
    rights: listRights(actor),
  }
})

const nobody = "관리자와 탈퇴한 회원은 제재할 수 없어요."
const not_now = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
const same = "그사이 바뀌었어요. 지금 상태를 확인해 주세요."
const expert = "전문가는 관리자가 될 수 없어요. 일반회원으로 바꾼 뒤 추천해 주세요."
const approved = "승인된 전문가예요. 전문가 활동을 먼저 종료해 주세요."
const waiting = "이미 추천한 사람이에요. 다른 관리자의 확인을 기다려 주세요."
const admin = "이미 관리자예요. 관리자는 회원 유형을 바꿀 수 없어요."

type FormContext = { actor: Member; userId: string; request: Request }

const defineViewAs = (intent: DefineIntent<FormContext>) =>
  intent({
    form: PERSON_FORMS.reason,
    run: ({ actor, userId }, { reason }) => startPersonView(actor, userId, reason),
    done: ({ viewId }, _, { request }) => {
      const response = redirect(href("/my-info"))
      response.headers.append("Set-Cookie", buildPersonViewCookie(request, viewId))
      return response
    },
    problems: {
      admin: "관리자의 화면은 볼 수 없어요.",
      not_active: "정지됐거나 탈퇴한 회원이라 볼 수 있는 화면이 없어요.",
    },
  })

const answerForm = intents<FormContext>((intent) => {
  const decideRequest = (decision: "confirm" | "refuse" | "withdraw", flash: string) =>
    intent({
      form: PERSON_FORMS.request,
      hidden: ["requestId"],
      run: ({ actor }, { requestId }) => decideAdminRequest(actor, requestId, decision),
      done: flash,
      problems: { not_now },
    })
  return {
    warn: intent({
      form: PERSON_FORMS.reason,
      run: ({ actor, userId }, { reason }) => sanctionPeople(actor, [userId], { ban: "none", reason }),
      done: "주의를 줬어요",
      problems: { nobody },
    }),
    ban: intent({
      form: PERSON_FORMS.ban,
      run: ({ actor, userId }, sanction) => sanctionPeople(actor, [userId], sanction),
      done: "이용을 정지했어요",
      problems: { nobody },
    }),
    lift: intent({
      form: PERSON_FORMS.lift,
      hidden: ["sanctionId"],
      run: ({ actor }, { sanctionId, reason }) => liftSanction(actor, sanctionId, reason),
      done: "제재를 풀었어요",
      problems: { not_now },
    }),
    view_as: defineViewAs(intent),
    note: intent({
      form: PERSON_FORMS.note,
      run: ({ actor, userId }, note) => addPersonNote(actor, userId, note),
      done: "메모를 남겼어요",
      problems: {},
    }),
    labels: intent({
      form: PERSON_FORMS.labels,
      run: ({ actor, userId }, { labels }) => setPersonLabels(actor, userId, labels),
      done: "꼬리표를 저장했어요",
      problems: {},
    }),
    sign_out: intent({
      form: PERSON_FORMS.reason,
      run: async ({ actor, userId }, { reason }) => {
        await endSessionsOfMembers(actor, [userId], reason)
        return ok()
      },
      done: "모든 기기에서 로그아웃했어요",
      problems: {},
    }),
    type: intent({
      form: PERSON_FORMS.type,
      run: ({ actor, userId }, change) => changeUserType(actor, userId, change),
      done: "회원 유형을 바꿨어요",
      problems: { same, approved, admin },
    }),
    request_admin: intent({
      form: PERSON_FORMS.role,
      run: ({ actor, userId }, request) => requestAdmin(actor, userId, request),
      done: "요청했어요. 다른 관리자가 확인해요",
      problems: {
        admin: "이미 그 일을 맡은 관리자예요. 다른 일을 골라 주세요.",
        expert,
        waiting,
      },
    }),
    take_back: intent({
      form: PERSON_FORMS.reason,
      run: ({ actor, userId }, { reason }) => revokeAdmin(actor, userId, reason),
      done: "관리자 권한을 거뒀어요",
      problems: { self: "나에 관한 결정은 다른 관리자가 해요.", same },
    }),
    confirm: decideRequest("confirm", "관리자로 확인했어요"),
    refuse: decideRequest("refuse", "추천을 거절했어요"),
    withdraw: decideRequest("withdraw", "추천을 거뒀어요"),
  }
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { userId } = (await findMember(actor, params.userId)) ?? notFound()
  return answerForm(
    await request.formData(),
    { actor, userId, request },
    { to: href("/admin/users/:userId", { userId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.person.name}님` : "회원") },
  { name: "robots", content: "noindex" },
]

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { person, history, notes, noteKey, sanctions, requests, self, rights } = loaderData
  return (
    <AdminLayout current="users">
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <Avatar pictureId={person.avatarId} name={person.name} size={44} />
            {person.name}
          </span>
        }
        back={{ href: href("/admin/users"), label: "회원" }}
      >
        <MemberStateBadge state={person.state} />
        <MemberTypeTags {...person} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {person.state === "banned" && person.bannedUntil ? (
        <FormAlert
          message={
            `${isPermanentBan(person.bannedUntil) ? "기한 없이" : `${formatDateTime(person.bannedUntil)}까지`} ` +
            `이용이 정지됐어요. ${person.banReason ?? ""}`
          }
          className="mb-4"
        />
      ) : null}
      <AdminRequests requests={requests} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <PersonHistory history={history} />
          <div id="sanctions" className="scroll-mt-20">
            <PersonSanctions sanctions={sanctions} isSelf={self} answer={answer} />
          </div>
        </div>
        <div className="grid gap-4">
          <PersonDecision
            person={{ ...person, hasPendingRequest: requests.length > 0 }}
            isSelf={self}
            rights={rights}
            answer={answer}
          />
          {notes ? <PersonNotes {...notes} submissionKey={noteKey} answer={answer} /> : null}
          <PersonAccount person={person} />
          <div id="sessions" className="scroll-mt-20">
            <PersonSessions sessions={person.sessions} />
          </div>
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

const AccountLink = ({ to, children }: { to: string; children: string }) => (
  <OfficeLink to={to} className="btn btn-quiet w-full" otherwise={null}>
    {children}
  </OfficeLink>
)

/** How they can be reached, and since when they are here. */
function PersonAccount({ person }: Pick<View, "person">) {
  return (
    <Card>
      <h2 className="text-lg font-bold">계정</h2>
      <dl className="mt-3 grid gap-3 text-base">
        <FactRow name="별명" value={person.nickname ?? "없음"} />
        <FactRow name="이메일" value={person.email} note={person.emailVerified ? "확인됨" : "확인 전"} />
        <FactRow
          name="휴대폰"
          value={person.phone ? formatPhone(person.phone) : "없음"}
          note={person.phone ? (person.phoneVerified ? "인증됨" : "인증 전") : undefined}
        />
        <FactRow name="지역" value={person.regionCode ? formatRegionShortName(person.regionCode) : "없음"} />
        <FactRow name="가입" value={formatDate(person.joinedAt)} />
        {person.leftAt ? <FactRow name="탈퇴" value={formatDate(person.leftAt)} /> : null}
      </dl>
      <div className="mt-4 grid gap-2">
        {person.expertState ? (
          <AccountLink to={href("/admin/expert/:expertId", { expertId: person.userId })}>
            전문가 심사 보기
          </AccountLink>
        ) : null}
        <AccountLink to={`${href("/admin/audit")}?about=${person.userId}`}>관리 기록 보기</AccountLink>
        <AccountLink to={`${href("/admin/access")}?about=${person.userId}`}>누가 봤는지 보기</AccountLink>
      </div>
    </Card>
  )
}

/** Where they are signed in. */
function PersonSessions({ sessions }: Pick<View["person"], "sessions">) {
  return (
    <Card>
      <h2 className="text-lg font-bold">로그인한 기기</h2>
      {sessions.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">지금 로그인한 기기가 없어요.</p>
      ) : null}
      <ul className="mt-3 grid gap-3 empty:hidden">
        {sessions.map((session) => (
          <li key={session.id}>
            <p className="text-base font-medium">{formatDevice(session.device)}</p>
            <p className="text-sm text-ink-3">
              {session.address ? `${session.address} · ` : ""}
              <RelativeTime at={session.beganAt} /> 로그인{session.staysSignedIn ? " · 유지" : ""}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function FactRow({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="break-all">
        {value}
        {note ? <span className="ml-2 text-sm text-ink-3">{note}</span> : null}
      </dd>
    </div>
  )
}
