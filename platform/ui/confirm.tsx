import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { Button, type ButtonVariants, SubmitButton } from './button.tsx'
import { useTexts } from './locale.tsx'
import { PopoverTrigger } from './popover.tsx'

const messages = texts({ cancel: ['Cancel', 'Cancelar'] })

type ConfirmProps = {
  /** The text of the button and of the confirming button. */
  label: ReactNode
  /** Names the object; the label by default. */
  title?: ReactNode
  /** Describes what will be lost. */
  children: ReactNode
  size?: ButtonVariants['size']
  variant?: 'destructive-outline' | 'outline' | 'destructive'
  'aria-label'?: string
}

type ConfirmButtonProps = ConfirmProps & { onConfirm: () => void; busy?: boolean }

/** A destructive button of an island: it asks first. */
export function ConfirmButton({
  label,
  title = label,
  children,
  onConfirm,
  variant = 'destructive-outline',
  ...button
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} variant={variant} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={label}
        onConfirm={() => {
          setAsking(false)
          onConfirm()
        }}
        danger
      >
        <p>{children}</p>
      </AlertDialog>
    </>
  )
}

type ConfirmSubmitProps = ConfirmProps & Pick<ComponentProps<'button'>, 'name' | 'value'>

/** The destructive submit button of a plain form: it asks first, without scripts. */
export function ConfirmSubmit({
  label,
  title = label,
  children,
  name,
  value,
  size,
  variant = 'destructive-outline',
  'aria-label': aria,
}: ConfirmSubmitProps) {
  const t = useTexts(messages)
  const id = useId()
  return (
    <>
      <PopoverTrigger opens={id} variant={variant} size={size} aria-label={aria}>
        {label}
      </PopoverTrigger>
      <span
        id={id}
        popover="auto"
        role="alertdialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg bg-card p-5 text-start whitespace-normal text-foreground shadow-over backdrop:bg-black/40"
      >
        <span id={`${id}-title`} className="block text-xl font-semibold">
          {title}
        </span>
        <span id={`${id}-text`} className="mt-3 block">
          {children}
        </span>
        <span className="mt-5 flex flex-wrap justify-end gap-2">
          {/* The safe answer is focused. */}
          <Button variant="outline" popoverTarget={id} popoverTargetAction="hide" autoFocus>
            {t('cancel')}
          </Button>
          <SubmitButton variant="destructive" name={name} value={value} aria-label={aria}>
            {label}
          </SubmitButton>
        </span>
      </span>
    </>
  )
}
