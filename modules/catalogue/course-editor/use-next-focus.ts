import { useEffect, useState } from 'react'

/**
 * Moves the focus to an element by id once it is rendered, or to the first field in it: people who add a part edit it
 * next, and people who delete one should not lose their place on the page.
 */
export function useNextFocus(): (id: string) => void {
  const [next, setNext] = useState<string | null>(null)
  useEffect(() => {
    if (next === null) return
    const element = document.getElementById(next)
    const field = element?.matches('input, button') ? element : element?.querySelector<HTMLElement>('input, textarea')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    setNext(null)
  }, [next])
  return setNext
}
