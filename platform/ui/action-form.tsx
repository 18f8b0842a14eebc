import type { ReactNode } from 'react'

type ActionFormProps = {
  /** What the page's `submit` reads as `action`: `end:17`. */
  action: string
  /** What scripts do instead of sending the form. */
  onSubmit: () => void
  children: ReactNode
}

/** One button as a form of its own, so that it works before there are scripts. */
export function ActionForm({ action, onSubmit, children }: ActionFormProps) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  )
}
