/** The container of toasts, once per page. A popover, so that it is above dialogs, too. */
export function Toaster({ label }: { label: string }) {
  return (
    <section
      id="toasts"
      popover="manual"
      aria-label={label}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-auto bottom-0 z-50 m-0 mx-auto grid w-full max-w-xl gap-2 bg-transparent p-4 print:hidden"
    />
  )
}
