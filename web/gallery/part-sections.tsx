import { Alert, type AlertVariant } from '#platform/ui/alert.tsx'
import { Button, type ButtonVariants, LinkButton } from '#platform/ui/button.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { Pagination } from '#platform/ui/pagination.tsx'
import { Facts, StatTile, TextLink } from '#platform/ui/parts.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'
import { PopoverMenu, PopoverMenuItem } from '#platform/ui/popover.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Spinner } from '#platform/ui/spinner.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { Tooltip } from '#platform/ui/tooltip.tsx'
import { Examples, GallerySection } from './gallery-section.tsx'

const variants: readonly NonNullable<ButtonVariants['variant']>[] = [
  'default',
  'outline',
  'link',
  'ghost',
  'destructive',
  'destructive-outline',
]

export const ButtonSection = () => (
  <GallerySection title="Buttons">
    {variants.map((variant) => (
      <Examples key={variant} name={variant}>
        <Button variant={variant}>Rest</Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} busy>
          Busy
        </Button>
        <LinkButton variant={variant} href="#main">
          Link
        </LinkButton>
      </Examples>
    ))}
    <Examples name="sizes">
      <Button size="sm">sm</Button>
      <Button>default</Button>
      <Button size="lg">lg</Button>
      <Button size="icon" variant="outline" aria-label="icon">
        <Icon name="menu" />
      </Button>
      <Spinner className="size-5" />
    </Examples>
    <Examples name="menu, tooltip, link">
      <PopoverMenu id="gallery-menu" label="Menu">
        <PopoverMenuItem href="#main">First</PopoverMenuItem>
        <PopoverMenuItem href="#main">Second</PopoverMenuItem>
      </PopoverMenu>
      <Tooltip text="What it does">
        {(described) => (
          <Button variant="outline" {...described}>
            Tooltip
          </Button>
        )}
      </Tooltip>
      <TextLink href="#main">A link in a text</TextLink>
    </Examples>
  </GallerySection>
)

const choices = [
  { value: 1, label: 'Email' },
  { value: 2, label: 'Mail' },
]

export const FieldSection = () => (
  <GallerySection title="Fields">
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <TextField label="Rest" name="rest" hint="With a hint." />
      <TextField label="Filled and required" name="filled" required defaultValue="Dana" />
      <TextField label="Error" name="error" defaultValue="Dana" error="Enter a last name." />
      <TextField label="Disabled" name="disabled" disabled defaultValue="Dana" />
      <TextField label="Optional" name="optional" optional />
      <PasswordField label="Password" name="password" />
      <SelectField label="Select" name="select" options={choices} placeholder="Choose" />
      <SelectField label="Select with an error" name="wrong" options={choices} error="Choose a delivery." />
      <TextareaField label="Text area" name="area" defaultValue="Two or three lines of text." />
      <Checkbox label="Checkbox" name="box" hint="With a hint." />
      <Checkbox label="Checked" name="checked" defaultChecked />
      <Checkbox label="With an error" name="wrong_box" error="Check the box to continue." />
      <RadioGroup label="Radio group" name="radio" options={choices} defaultValue={1} />
      <RadioGroup label="Boxed" name="boxed" options={choices} defaultValue={2} boxed />
      <RadioGroup label="With an error" name="wrong_radio" options={choices} error="Choose a delivery." />
    </div>
  </GallerySection>
)

const alerts: readonly AlertVariant[] = ['info', 'success', 'attention', 'error']

export const MessageSection = () => (
  <GallerySection title="Messages and progress">
    {alerts.map((variant) => (
      <Alert key={variant} variant={variant} title={variant}>
        What happened, and what to do next.
      </Alert>
    ))}
    <div className="grid gap-6 sm:grid-cols-3">
      <Progress label="Not started" value={0} />
      <Progress label="Under way" value={46} note="2 h 10 min left" />
      <Progress label="No end known" />
    </div>
    <div className="grid gap-2">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
    <Empty title="No courses yet" icon={<Icon name="book" />}>
      With an icon: says what will be here.
    </Empty>
    <Empty
      title="No courses yet"
      scene={<Scene name="emptyDesk" decorative />}
      action={<LinkButton href="#main">Search courses</LinkButton>}
    >
      With a scene: says what will be here, and how to get the first one.
    </Empty>
  </GallerySection>
)

const tabs = [
  { href: '#main', label: 'Current', current: true, count: 8 },
  { href: '#other', label: 'Other', current: false },
  { href: '#third', label: 'Third', current: false },
]

export const ListSection = () => (
  <GallerySection title="Cards and lists">
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatTile label="Students" value="1,204" />
      <StatTile label="Sales today" value="$312.50" note="12% more than yesterday" href="#main" />
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <Card>A card</Card>
      <Panel title="A panel" actions={<Button variant="link">Edit</Button>}>
        <Facts
          facts={[
            ['Name', 'Dana Whitfield'],
            ['Phone', null],
          ]}
        />
      </Panel>
    </div>
    <Tabs label="Tabs" tabs={tabs} />
    <Table label="Table">
      <thead>
        <tr>
          <TableHead sort={{ href: '#main', direction: 'ascending' }}>Name</TableHead>
          <TableHead>Course</TableHead>
          <TableHead numeric>Total</TableHead>
        </tr>
      </thead>
      <tbody>
        {choices.map(({ value, label }) => (
          <tr key={value}>
            <TableCell>{label}</TableCell>
            <TableCell>Basic Driver Improvement</TableCell>
            <TableCell numeric>$19.95</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
    <Pagination from={11} to={20} count={42} previous="#main" next="#main" />
  </GallerySection>
)
