/** A GET form drops the query of its address, so what is carried along from page to page travels in fields. */
export function CarriedFields({ carried }: { carried: string }) {
  return [...new URLSearchParams(carried)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
