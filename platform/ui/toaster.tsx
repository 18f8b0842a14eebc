/**
 * The container of toasts, once per page. A popover, so that it is above dialogs, too. It is hidden from screen readers
 * until it opens, so they read the toasts from the region after it, which `announce` fills.
 */
export function Toaster({ label }: { label: string }) {
  return (
    <>
      <section
        id="toasts"
        popover="manual"
        aria-label={label}
        className="pointer-events-none fixed inset-x-0 top-auto bottom-0 z-50 m-0 mx-auto grid w-full max-w-xl gap-2 bg-transparent p-4 print:hidden"
      />
      <p role="status" className="sr-only" />
    </>
  )
}
