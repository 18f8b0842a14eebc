import { type ReactNode, useId } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import type { Allowed } from './user-details.ts'

type SectionProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** One part of a tab under its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 id={id} className="text-lg font-semibold">
            {title}
          </h3>
          {lead && <p className="text-sm text-muted-foreground">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}

type FieldsProps = {
  may?: Allowed | undefined
  children: ReactNode
  /** Fields among the others that stay enabled. */
  beside?: ReactNode
}

/** Fields in two columns if there is room; disabled, with the reason, if the reader may not change them. */
export function Fields({ may, children, beside }: FieldsProps) {
  const isLocked = may?.allowed === false
  return (
    <>
      {isLocked && may.reason && <Reason>{may.reason}</Reason>}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <fieldset disabled={isLocked} className="contents">
          {children}
        </fieldset>
        {beside}
      </div>
    </>
  )
}

/** The reason why something is not available. */
export const Reason = ({ children }: { children: ReactNode }) => <Alert className="text-sm">{children}</Alert>

/** The common props of the form's field groups. */
export type FieldErrors = Readonly<Record<string, string>>
