import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { editedPart } from './autosave.shared.ts'

/** Shows other authors who have the course open which part of it is being edited. */
export function useEditedPart(name: string): void {
  const share = useSetAtom(editedPart)
  useEffect(() => {
    share(name)
    return () => share('')
  }, [name, share])
}
