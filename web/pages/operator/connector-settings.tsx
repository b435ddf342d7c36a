import type { ConnectorFormat } from '../../../client/client';
import { Select, TextField } from '../../components/field';

/** The part of JSON Schema that the formats use for one setting. */
interface Property {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'array';
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly examples?: readonly unknown[];
}

type Properties = Readonly<Record<string, Property>>;
/** What the fields show; an empty text stands for the default. */
type Texts = Readonly<Record<string, string>>;

export function propertiesOf(format: ConnectorFormat | undefined): Properties {
  return (format?.settingsSchema as { properties?: Properties } | undefined)?.properties ?? {};
}

export function textsOf(settings: Readonly<Record<string, unknown>>, properties: Properties): Texts {
  const names = Object.keys(properties).filter(name => settings[name] !== undefined);
  return Object.fromEntries(names.map(name => [name, [settings[name]].flat().join(', ')]));
}

function readSetting(text: string, { type }: Property): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  if (type === 'array')
    return text
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '');
  return text;
}

export function readSettings(texts: Texts, properties: Properties): Record<string, unknown> {
  const given = Object.entries(properties).filter(([name]) => (texts[name] ?? '').trim() !== '');
  return Object.fromEntries(given.map(([name, property]) => [name, readSetting(texts[name].trim(), property)]));
}

/** "intervalSeconds" becomes "Interval seconds". */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, letter => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function hintOf({ description = '', minimum, maximum, items }: Property): string {
  const bounds = minimum !== undefined && maximum !== undefined ? ` From ${minimum} to ${maximum}.` : '';
  const choices = items?.enum ? ` One or more of ${items.enum.join(', ')}.` : '';
  return `${description}${bounds}${choices} Empty for the default.`;
}

function exampleOf({ examples }: Property): string {
  return examples?.length ? `For example ${[examples[0]].flat().join(', ')}` : '';
}

interface SettingFieldProps {
  readonly name: string;
  readonly property: Property;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function SettingField({ name, property, value, onChange }: SettingFieldProps) {
  const choices = property.type === 'boolean' ? ['true', 'false'] : property.enum;
  if (choices) {
    const words: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
    const options = choices.map(choice => ({ value: choice, label: words[choice] ?? choice }));
    return (
      <div className="flex flex-col gap-1">
        <span aria-hidden="true" className="font-medium">
          {labelOf(name)}
        </span>
        <Select
          label={labelOf(name)}
          value={value}
          options={[{ value: '', label: 'Default' }, ...options]}
          onPick={onChange}
        />
        <p className="text-12 text-quiet">{hintOf(property)}</p>
      </div>
    );
  }
  const isNumber = property.type === 'integer' || property.type === 'number';
  return (
    <TextField
      label={labelOf(name)}
      type={isNumber ? 'number' : 'text'}
      min={property.minimum}
      max={property.maximum}
      step={property.type === 'integer' ? 1 : 'any'}
      maxLength={property.maxLength}
      placeholder={exampleOf(property)}
      value={value}
      onChange={event => onChange(event.target.value)}
      hint={hintOf(property)}
    />
  );
}

/** One field for each setting of a format, from its JSON Schema. */
export function SettingFields({
  properties,
  texts,
  onChange,
}: {
  properties: Properties;
  texts: Texts;
  onChange: (texts: Texts) => void;
}) {
  return Object.entries(properties).map(([name, property]) => (
    <SettingField
      key={name}
      name={name}
      property={property}
      value={texts[name] ?? ''}
      onChange={text => onChange({ ...texts, [name]: text })}
    />
  ));
}
