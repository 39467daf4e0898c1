import { BadgeCheck } from "#app/ui/icons.tsx"

/** That somebody was found to be in their neighbourhood: "송파구 · 11월 인증". */
export const NeighbourhoodBadge = ({ children }: { children: string }) => (
  <span className="mt-0.5 flex items-center gap-1 text-sm font-medium text-primary-ink">
    <BadgeCheck size={16} className="flex-none" />
    <span className="sr-only">동네 인증 </span>
    {children}
  </span>
)
