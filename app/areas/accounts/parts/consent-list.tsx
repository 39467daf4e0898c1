import { useRef } from "react"
import { Link, href } from "react-router"
import { Checkbox } from "#app/ui/choice.tsx"
import { CONSENTS, type Consent } from "../consents.ts"

/**
 * Every consent with a box of its own and what it says, and one box for all. Nothing is ticked from the
 * start. `isTitleHidden`: the screen asks for the consents in its own title.
 */
export function ConsentList({
  errors,
  values,
  isTitleHidden = false,
}: {
  errors: Readonly<Record<string, string>>
  values: Readonly<Record<string, unknown>>
  isTitleHidden?: boolean
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  const listBoxes = () => [
    ...(list.current?.querySelectorAll<HTMLInputElement>("input[data-consent], [data-consents] input") ?? []),
  ]
  const setAllBoxes = (checked: boolean) => {
    for (const box of listBoxes().filter((each) => each.checked !== checked)) {
      box.checked = checked
      // As if ticked by hand: what was wrong with it is dismissed.
      box.dispatchEvent(new Event("input", { bubbles: true }))
    }
  }
  const updateConsentAllBox = () => {
    const consentAllBox = list.current?.querySelector<HTMLInputElement>("input[name=consentAll]")
    if (consentAllBox) consentAllBox.checked = listBoxes().every((box) => box.checked)
  }
  return (
    <fieldset ref={list}>
      <legend className={isTitleHidden ? "sr-only" : "mb-2 text-lg font-bold"}>약관 동의</legend>
      <div className="rounded-xl bg-fill px-4 py-1.5">
        <Checkbox
          name="consentAll"
          label={<strong className="font-semibold">전체 동의</strong>}
          description="선택 항목까지 모두 동의해요. 하나씩 골라도 돼요."
          defaultChecked={values.consentAll === "on"}
          onChange={setAllBoxes}
        />
      </div>
      <ul className="mt-2" data-consents>
        {CONSENTS.map((consent) => (
          <li key={consent.kind} className="border-b border-base-300 py-1 last:border-0">
            <Checkbox
              name={consent.kind}
              label={
                <>
                  <span className={consent.required ? "text-primary-ink" : "text-ink-3"}>
                    {consent.required ? "(필수)" : "(선택)"}
                  </span>{" "}
                  {consent.title}
                </>
              }
              defaultChecked={values[consent.kind] === "on"}
              error={errors[consent.kind]}
              onChange={updateConsentAllBox}
            />
            <ConsentText consent={consent} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** What a consent says, folded. */
export function ConsentText({ consent }: { consent: Consent }) {
  return (
    <details className="pb-2.5 pl-9 text-sm text-ink-2">
      <summary className="hit w-fit cursor-pointer rounded-sm text-ink-3 underline underline-offset-2">
        내용 보기<span className="sr-only">: {consent.title}</span>
      </summary>
      <p className="mt-2">{consent.text}</p>
      {consent.table && (
        <dl
          className={
            "mt-3 grid grid-cols-[5.5rem_1fr] overflow-hidden rounded-lg border border-base-300 " +
            "[&>*]:border-b [&>*]:border-base-300 [&>*]:px-3 [&>*]:py-2 " +
            "[&>*:nth-last-child(-n+2)]:border-b-0"
          }
        >
          {(
            [
              ["수집 목적", consent.table.purpose],
              ["수집 항목", consent.table.items],
              ["보유 기간", consent.table.period],
              ["거부할 권리", consent.table.refusal],
            ] as const
          ).map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="bg-base-200 px-3 py-2 font-medium text-ink-2">{term}</dt>
              <dd className="px-3 py-2">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 text-xs text-ink-3">
        {consent.version} 판
        {(consent.kind === "terms" || consent.kind === "privacy") && (
          <>
            {" · "}
            <Link
              to={consent.kind === "terms" ? href("/terms") : href("/privacy")}
              target="_blank"
              className="hit rounded-sm font-medium text-primary-ink underline underline-offset-2"
            >
              {consent.kind === "terms" ? "이용약관" : "개인정보처리방침"} 전문 보기
              <span className="sr-only"> (새 창)</span>
            </Link>
          </>
        )}
      </p>
    </details>
  )
}
