import { storefrontOrders } from '#modules/checkout/storefront-orders/storefront-orders.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/storefront-orders',
  title: storefrontOrders.title,
  may: storefrontOrders.may,
  load: (input) => loadGrid(storefrontOrders, input),
  view: (data) => <GridPage data={data} />,
  layout: BackOfficeLayout,
})
