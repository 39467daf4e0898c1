import { Gallery } from "#app/ui/gallery.tsx"
import { Section } from "#app/ui/section.tsx"
import { CLAIM_KIND_LABELS, CLAIM_OUTCOME_LABELS, RETURN_PROBLEM_LABELS } from "../deal-rules.ts"
import type { DealView } from "../views.ts"

/** What the buyer said is wrong, what the seller answered and what was decided. */
export function DealClaim({ claim }: { claim: NonNullable<DealView["claim"]> }) {
  return (
    <Section title="구매자가 알린 문제">
      <p className="text-base font-semibold">{CLAIM_KIND_LABELS[claim.kind]}</p>
      <p className="mt-1 text-base break-words whitespace-pre-line">{claim.details}</p>
      {claim.pictures.length > 0 ? (
        <div className="mt-4 max-w-96">
          <Gallery pictures={claim.pictures} layout="bubble" label="구매자가 보낸 사진" />
        </div>
      ) : null}
      {claim.sellerNote ? (
        <div className="mt-4 rounded-lg bg-fill p-4">
          <h3 className="text-sm font-semibold text-ink-2">판매자의 답</h3>
          <p className="mt-1 text-base break-words whitespace-pre-line">{claim.sellerNote}</p>
        </div>
      ) : null}
      {claim.returned ? (
        <div className="mt-4 rounded-lg bg-fill p-4">
          <h3 className="text-sm font-semibold text-ink-2">
            돌려받은 물건에 대한 판매자의 말 · {RETURN_PROBLEM_LABELS[claim.returned.problem]}
          </h3>
          <p className="mt-1 text-base break-words whitespace-pre-line">{claim.returned.note}</p>
          {claim.returned.pictures.length > 0 ? (
            <div className="mt-4 max-w-96">
              <Gallery pictures={claim.returned.pictures} layout="bubble" label="판매자가 보낸 사진" />
            </div>
          ) : null}
        </div>
      ) : null}
      {claim.outcome ? (
        <div className="mt-4 rounded-lg bg-primary-tint p-4">
          <h3 className="text-sm font-semibold text-primary-ink">
            운영팀의 결정 · {CLAIM_OUTCOME_LABELS[claim.outcome]}
          </h3>
          <p className="mt-1 text-base break-words whitespace-pre-line">{claim.reason}</p>
        </div>
      ) : null}
    </Section>
  )
}
