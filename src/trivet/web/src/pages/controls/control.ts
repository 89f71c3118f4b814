// Every kind of option has a control: a kind without one does not compile.

import type { Component } from "svelte";
import type { OptionInfo } from "../../wire";
import NumberControl from "./NumberControl.svelte";
import NumbersControl from "./NumbersControl.svelte";
import OneOfControl from "./OneOfControl.svelte";
import SwitchControl from "./SwitchControl.svelte";

export interface ControlProps {
  option: OptionInfo;
  title: string;
  value: unknown;
  change: (value: unknown) => void;
}

export const CONTROLS: Record<OptionInfo["kind"], Component<ControlProps>> = {
  switch: SwitchControl,
  number: NumberControl,
  "one of": OneOfControl,
  numbers: NumbersControl,
};
