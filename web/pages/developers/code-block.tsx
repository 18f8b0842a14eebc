/** Program text, which scrolls sideways inside its own box. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border bg-muted p-4"
    >
      <pre className="text-sm leading-relaxed">
        <code translate="no">{children}</code>
      </pre>
    </div>
  )
}
