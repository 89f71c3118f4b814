import "./look.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { edition } from "./edition.svelte";
import { noteFaults } from "./journal";
import { settings } from "./settings.svelte";

noteFaults();
settings.apply();
edition.begin();
const target = document.getElementById("page");
if (target) mount(App, { target });
