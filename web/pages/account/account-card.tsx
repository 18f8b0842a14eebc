import type { ReactNode } from 'react'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Card } from '#platform/ui/card.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'

type AccountCardProps = {
  title: string
  lead?: string
  message?: string | null
  children: ReactNode
  below?: ReactNode
}

/** A small form in the middle of a public page. */
export function AccountCard({ title, lead, message = null, children, below }: AccountCardProps) {
  return (
    <div className="mx-auto max-w-md">
      <PageTitle lead={lead}>{title}</PageTitle>
      <FormAlert message={message} />
      <Card>{children}</Card>
      {below && <div className="mt-5 grid gap-5 md:gap-2 max-md:[&_:is(a,button)]:py-2.5">{below}</div>}
    </div>
  )
}
