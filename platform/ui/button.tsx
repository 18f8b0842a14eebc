import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

/** The look of buttons and of links that act like them. 44 px high on phones. */
export const buttonVariants = cva(
  'inline-flex items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap no-underline transition-colors disabled:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
        outline: 'border-input bg-card text-foreground hover:bg-muted',
        link: 'border-transparent bg-transparent text-accent-foreground hover:bg-accent',
        ghost: 'border-transparent bg-transparent text-foreground hover:bg-muted',
        destructive: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        'destructive-outline': 'border-input bg-card text-red-ink hover:bg-red-soft',
      },
      size: {
        sm: 'min-h-11 px-3 text-sm md:min-h-9',
        default: 'min-h-11 px-4 md:min-h-10 md:text-[1rem]',
        lg: 'min-h-12 px-6 text-lg',
        icon: 'size-11 md:size-10',
        /** An icon in a dense row of a table. */
        'icon-sm': 'size-11 md:size-7',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)
export type ButtonVariants = VariantProps<typeof buttonVariants>

type ButtonProps = ComponentProps<'button'> & ButtonVariants & { busy?: boolean; busyLabel?: ReactNode }

/** A button; `busy` keeps its width, is announced to screen readers and refuses a second press. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cn(buttonVariants({ variant, size, wide }), className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** The submit button of a form. */
export const SubmitButton = (props: ButtonProps) => <Button {...props} type="submit" />

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  wide,
  className,
  ...rest
}: ComponentProps<'a'> & { href: string } & ButtonVariants) {
  return <a {...rest} className={cn(buttonVariants({ variant, size, wide }), className)} />
}
