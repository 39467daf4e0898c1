import { formatNumber } from "../basics/numbers.ts"
import {
  createContext,
  use,
  useEffect,
  useId,
  useState,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
} from "react"
import { useFetcher, useLocation, useSubmit } from "react-router"
import type { ActionAnswer } from "../basics/action-answer.ts"
import { Heart } from "./icons.tsx"
import { showToast } from "./toast.tsx"

type HeartFormFields = { id: string; intent: string; returnTo: string }
const HeartFormContext = createContext<HeartFormFields | null>(null)

/**
 * One plain form for the hearts of a list, which else would each have their own of 200 letters. It sends
 * itself those that are HTML of the server alone (`ServerHtml`).
 */
export function HeartForm({ intent, children }: { intent: string; children: ReactNode }) {
  const id = useId()
  const { pathname, search } = useLocation()
  const returnTo = pathname + search
  const submit = useSubmit()
  const [sentHearts, setSentHearts] = useState<ReadonlyMap<string, HTMLButtonElement>>(new Map())
  const sendHeart = (event: SubmitEvent<HTMLFormElement>) => {
    const heart = event.nativeEvent.submitter
    if (!(heart instanceof HTMLButtonElement)) return
    event.preventDefault()
    void submit(heart, { navigate: false, fetcherKey: heart.formAction })
    turnHeart(heart)
    setSentHearts(new Map(sentHearts).set(heart.formAction, heart))
  }
  return (
    <HeartFormContext value={{ id, intent, returnTo }}>
      <form id={id} method="post" hidden onSubmit={sendHeart}>
        <HeartFields intent={intent} returnTo={returnTo} />
      </form>
      {children}
      {[...sentHearts].map(([key, heart]) => (
        <SentHeart key={key} fetcherKey={key} heart={heart} />
      ))}
    </HeartFormContext>
  )
}

/** Fills a heart of the server's HTML, or empties it. */
function turnHeart(heart: HTMLButtonElement): void {
  const isFilled = heart.value === "1"
  heart.value = isFilled ? "0" : "1"
  heart.ariaPressed = String(isFilled)
}

/** Waits for the answer to such a heart. */
function SentHeart({ fetcherKey, heart }: { fetcherKey: string; heart: HTMLButtonElement }) {
  const answer = useHeartAnswer(useFetcher<ActionAnswer>({ key: fetcherKey }))
  useEffect(() => {
    if (answer?.problem) turnHeart(heart)
  }, [answer, heart])
  return null
}

/** The answer to a heart once it is there, which is also said. */
function useHeartAnswer({ state, data }: { state: string; data: ActionAnswer | undefined }) {
  const answer = state === "idle" ? data : undefined
  useEffect(() => {
    if (answer?.problem) showToast(answer.problem, "refused")
    else if (answer) showToast(answer.values.on === "1" ? "찜했어요" : "찜을 뺐어요")
  }, [answer])
  return answer
}

const HeartFields = ({ intent, returnTo }: { intent: string; returnTo: string }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="returnTo" value={returnTo} />
  </>
)

/**
 * The heart of a thing, filled at once and emptied again where it was refused. A plain form where no scripts
 * run, which comes back to this screen; within a `HeartForm` of the same intent a button of that.
 * `action` and `intent` say who takes it. With `count` it says 찜 and, unless null, how many; else it is the
 * heart alone, drawn by the stylesheet, and `label` its name. Without a class it stands on the corner of a
 * card's picture, in a `heart-area`.
 */
export function HeartButton({
  action,
  intent,
  isOn,
  label = "찜",
  count,
  className,
}: {
  action: string
  intent: string
  isOn: boolean
  label?: string
  count?: number | null
  className?: string
}) {
  const fetcher = useFetcher<ActionAnswer>()
  const { pathname, search } = useLocation()
  // A list that was loaded while scrolling is not read again: there the last tap counts until it is.
  const [tapped, setTapped] = useState({ before: isOn, isFilled: isOn })
  const answer = useHeartAnswer(fetcher)
  const problem = answer?.problem ?? null
  const isFilled = tapped.before === isOn && problem === null ? tapped.isFilled : isOn
  const shared = use(HeartFormContext)
  const isInSharedForm = shared?.intent === intent
  const value = isFilled ? "0" : "1"
  const fill = () => setTapped({ before: isOn, isFilled: !isFilled })
  const submitAlone = (event: MouseEvent) => {
    event.preventDefault()
    fill()
    void fetcher.submit({ intent, returnTo: pathname + search, on: value }, { method: "post", action })
  }
  const button = (
    <button
      name="on"
      value={value}
      {...(isInSharedForm && { form: shared.id, formAction: action, onClick: submitAlone })}
      aria-pressed={isFilled}
      aria-label={count === undefined ? label : undefined}
      className={count === undefined && className ? `heart ${className}` : className}
    >
      {count === undefined ? null : (
        <>
          <Heart size={18} className={isFilled ? "fill-like text-like" : ""} />
          <Label count={count === null ? 0 : count + Number(isFilled) - Number(isOn)} />
        </>
      )}
    </button>
  )
  if (isInSharedForm) return button
  return (
    <fetcher.Form method="post" action={action} onSubmit={fill} className="contents">
      <HeartFields intent={intent} returnTo={pathname + search} />
      {button}
    </fetcher.Form>
  )
}

const Label = ({ count }: { count: number }) => <>찜{count > 0 ? ` ${formatNumber(count)}` : ""}</>
