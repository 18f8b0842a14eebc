import type { ReactNode } from 'react'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { useTexts } from './locale.tsx'

const messages = texts({ cancel: ['Cancel', 'Cancelar'] })

type AlertDialogProps = Omit<DialogProps, 'actions' | 'width'> & {
  confirm: ReactNode
  onConfirm: () => void
  /** Something is lost: the button is red. */
  danger?: boolean
  busy?: boolean
}

/** Asks before an irreversible action. `children` names what will be lost. */
export function AlertDialog({ confirm, onConfirm, danger = false, busy = false, ...dialog }: AlertDialogProps) {
  const t = useTexts(messages)
  const actions = (
    <>
      <Button variant="outline" onClick={dialog.onClose}>
        {t('cancel')}
      </Button>
      <Button variant={danger ? 'destructive' : 'default'} busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  )
  return <Dialog {...dialog} actions={actions} />
}
